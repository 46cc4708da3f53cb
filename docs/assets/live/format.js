// Numbers and lists for people.

/** Say how many there are of something: "1 node", "2,050 nodes". */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Say how long something takes: "0.1 ms", "3.4 s". */
export function readableTime(milliseconds) {
  const digits = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
  return milliseconds < 1000 ? `${digits(milliseconds)} ms` : `${digits(milliseconds / 1000)} s`;
}

export function capitalize(words) {
  return words[0].toUpperCase() + words.slice(1);
}

/** Join names as a sentence lists them: "1", "1 and 2", "1, 2 and 3". */
export function joinNames(names, last = "and") {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

/** Write a number as a place: "1st", "12th". */
export function ordinal(number) {
  const teens = number % 100 >= 10 && number % 100 <= 20;
  return `${number}${(!teens && { 1: "st", 2: "nd", 3: "rd" }[number % 10]) || "th"}`;
}
