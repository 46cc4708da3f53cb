"""The package's addresses: those of the repository at REPO_URL, if that is set, else none."""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class CustomMetadataHook(MetadataHookInterface):
    """Hatchling calls this hook by its name."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses, and have README's links and pictures lead there from a package index."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if url := os.environ.get("REPO_URL", "").rstrip("/"):
            metadata["urls"] = {
                "Repository": url,
                "Changelog": f"{url}/blob/main/CHANGELOG.md",
                "Issues": f"{url}/issues",
            }
            if site := os.environ.get("SITE_URL"):
                metadata["urls"]["Documentation"] = site
            readme = re.sub(r'((?:src|srcset)=")(?!https?:)', rf"\1{url}/raw/main/", readme)
            readme = re.sub(r"(\]\()(?!https?:|#)", rf"\1{url}/blob/main/", readme)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
