// No module: browsers load none from disk, nor what the search needs, so the page says what to do.

if (location.protocol === "file:") {
  const note = document.createElement("p");
  note.className = "from-disk";
  note.setAttribute("role", "alert");
  note.textContent =
    "Opened from disk, this page has no live boards and no search. Run c4 serve in the clone, " +
    "or let any web server show the folder of the site: python -m http.server";
  document.querySelector("article").prepend(note);
}
