// How an edited step did on a sample: positions with their scores, and the nodes of the step unedited.

const total = (items) => items.reduce((sum, { nodes }) => sum + nodes, 0);

/** Say how many scores are exact and how the nodes compare, from what was found of the sample so far. */
export function verdict(sample, found, step) {
  if (!found.length) return "No position was solved.";
  const exact = found.filter(({ score }, index) => score === sample[index].score).length;
  const missing = sample.length - found.length;
  const nodes = total(found);
  const change = compared(nodes, total(sample.slice(0, found.length)));
  const solved = `${exact} of ${found.length} exact${missing ? `, ${missing} not solved` : ""}`;
  return `${solved}, ${nodes.toLocaleString("en")} nodes, ${change} step ${step}.`;
}

/** Say how a number of nodes compares: "12% fewer than", "as many as". */
export function compared(nodes, original) {
  if (nodes === original) return "as many as";
  const percent = Math.round((100 * Math.abs(nodes - original)) / original);
  return `${percent || "less than 1"}% ${nodes < original ? "fewer" : "more"} than`;
}
