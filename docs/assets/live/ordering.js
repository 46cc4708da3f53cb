// The cost of an order of moves: a search tries one move after the other until one reaches beta.

/**
 * Return the nodes of a search that tries the moves of a position in an order, and how many moves it tries.
 *
 * moves       for each column, the nodes that its search takes, and whether it reaches beta
 */
export function countNodes(order, moves) {
  const at = order.findIndex((column) => moves[column].reaches);
  const tried = at < 0 ? order.length : at + 1;
  const nodes = order.slice(0, tried).reduce((sum, column) => sum + moves[column].nodes, 1);
  return { nodes, tried };
}
