// Made from common/data/sentences.toml by python -m common.tools.make.
export const SENTENCES = {
 "after": {
  "": "",
  "first": "After the first of these stones: ",
  "some": "After {count} of these stones: ",
  "all": "Then: "
 },
 "fills": "The board fills.",
 "searched": " Only a search shows it: {nodes} positions.",
 "nobody": "Nobody can make four any more: every line has stones of both players.",
 "marks": {
  "??": "loses what was won or drawn",
  "?": "gives away half: only draws what was won",
  "?!": "wins later, or loses sooner, than it had to"
 },
 "line_marks": {
  "!": "any other column loses at once",
  "#": "makes four"
 },
 "result": {
  "won": "{player} is to move: {end}.",
  "drawn": "{player} is to move: {end} with best play.",
  "lost": "{player} is to move: {end}, whatever {player} plays."
 },
 "best": {
  "bad": "All columns are equally bad.",
  "good": "All columns are equally good.",
  "alone": "No other column is left.",
  "only": "Only {columns} {verb}.",
  "soonest": "{columns} {verb} soonest.",
  "longest": "{columns} {verb} out longest."
 },
 "verbs": {
  "won": [
   "wins",
   "win"
  ],
  "drawn": [
   "draws",
   "draw"
  ],
  "lost": [
   "loses",
   "lose"
  ],
  "longest": [
   "holds",
   "hold"
  ]
 },
 "claims": {
  "four": "makes four in {cells}",
  "fork": "threatens {cells} at once",
  "block": "threatens {cells}, one above the other",
  "poison": "makes four on top of whatever {other} plays now",
  "tower": "wins in {cells}, one above the other",
  "wait": "waits for {cells}",
  "hold": "need only reply in the column that {other} has just used",
  "dead": "does not lose: every line of four has one of {player}'s stones"
 },
 "proofs": {
  "four": "",
  "fork": ", and {other} can fill only one of them",
  "block": ": {other} has to fill the lower one, and {player} makes four in the upper one",
  "poison": "",
  "tower": ". {player} plays below them next: {other} has to fill the lower one, and {player} makes four in the upper one",
  "wait": ", and until then replies in the column that {other} has just used. {exception}Apart from {rest} and those above, {cells_left} cells are left, an even number: so {other} runs out of them first, and has to play {below}. The cells that {other} gets until then contain no four",
  "hold": ". {exception}The cells that {other} gets then contain no four",
  "dead": ""
 },
 "awaited": {
  "one": {
   "rest": "this square, the cell right below it",
   "below": "below the square"
  },
  "many": {
   "rest": "these squares, the cells right below them",
   "below": "below one of the squares"
  }
 },
 "exceptions": {
  "none": "",
  "pair": "There is one exception: if {other} plays in column {first} first, the reply is in column {second}, and vice versa. ",
  "more": "There is one exception: if {other} is the first to play in one of columns {columns}, the reply is in another of these that nobody has used since. "
 },
 "worse": {
  "wins": "{other} makes four at once in column {reply}.",
  "later": "{end}, no sooner.",
  "draws": "{player} only draws. {other} replies in column {reply}.",
  "loses": "{end}. {other} replies in column {reply}{claims}."
 },
 "nudges": {
  "fork": "it ends with two winning squares that can be played at once.",
  "block": "it ends with two winning squares, one above the other.",
  "tower": "it is about two winning squares, one above the other.",
  "poison": "the other side will have nothing left that is safe to play.",
  "wait": "it takes a winning square to wait for. Who will have to play below it?"
 },
 "ends": {
  "none": "No stone has been played.",
  "full": "The game was drawn.",
  "drawn": "The game is not over; with best play it is drawn.",
  "won": "{winner} won with stone {number}.",
  "open": "The game is not over; with best play {winner} wins.",
  "hopeless": " {loser} was lost from the beginning."
 },
 "mistakes": {
  "stone": "Stone {number}, {player}{column}{mark},",
  "glance": " let {other} make four at once in column {reply}. {columns} would have stopped it.",
  "game": " lost the game: it was {before} before.",
  "half": " gave away half.",
  "lost": " lost what was {before}.",
  "sooner": " lost sooner than it had to."
 }
};
