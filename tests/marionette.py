"""Firefox for selenium by its own protocol, Marionette: Debian has no geckodriver.

https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

from repository import wait_until
from selenium import webdriver
from selenium.webdriver.remote.command import Command

# Marionette's own names of commands; the others have selenium's names.
COMMANDS = {
    Command.GET: "Navigate",
    Command.GET_CURRENT_URL: "GetCurrentURL",
    Command.GO_BACK: "Back",
    Command.GO_FORWARD: "Forward",
    Command.FIND_CHILD_ELEMENT: "FindElement",
    Command.FIND_CHILD_ELEMENTS: "FindElements",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.CLEAR_ELEMENT: "ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.W3C_ACTIONS: "PerformActions",
}


class Marionette:
    """The command executor of selenium."""

    def __init__(self, binary: Path, profile: Path) -> None:
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="utf-8")
        arguments = ["--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen([str(binary), *arguments], stdout=quiet, stderr=quiet)
        self.socket = socket.create_connection(("localhost", self.port(profile)))
        self.answers = self.socket.makefile("rb")
        self.number = 0
        self.receive()

    def port(self, profile: Path) -> int:
        """Wait until Firefox reports its port."""
        said = profile / "MarionetteActivePort"
        wait_until(lambda: said.exists() and said.read_text(encoding="utf-8"))
        return int(said.read_text(encoding="utf-8"))

    def receive(self) -> Any:
        """Return the next message."""
        length = b""
        while (digit := self.answers.read(1)) != b":":
            length += digit
        return json.loads(self.answers.read(int(length)))

    def ask(self, name: str, parameters: dict[str, Any]) -> Any:
        """Return the error and the result of a command."""
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.receive()
        return error, result

    def execute(self, command: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Carry out a command as selenium's remote connections do."""
        parameters = {name: value for name, value in parameters.items() if name != "sessionId"}
        if command == Command.QUIT:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
            return {"value": None}
        if command in (Command.FIND_CHILD_ELEMENT, Command.FIND_CHILD_ELEMENTS):
            parameters = {**parameters, "element": parameters["id"]}
        own_name = command.removeprefix("w3c")
        name = COMMANDS.get(command, own_name[0].upper() + own_name[1:])
        error, result = self.ask(f"WebDriver:{name}", parameters)
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        return {"value": result["value"] if isinstance(result, dict) and "value" in result else result}

    def close(self) -> None:
        """Close the connection to the browser."""
        self.answers.close()
        self.socket.close()
        self.process.wait(60)


def firefox(binary: Path, profile: Path) -> webdriver.Remote:
    """Start Firefox without a window, its profile an empty folder."""
    executor: Any = Marionette(binary, profile)
    return webdriver.Remote(executor, options=webdriver.FirefoxOptions())
