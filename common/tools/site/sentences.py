"""The sentences of explanations and reviews as a module for the pages."""

import json

from c4.sentences import SENTENCES
from common.tools.files import ROOT, write_file

if __name__ == "__main__":
    text = json.dumps(SENTENCES, indent=1)
    heading = "// Written by c4 record sentences."
    write_file(ROOT / "docs" / "assets" / "sentences.js", f"{heading}\nexport const SENTENCES = {text};\n")
