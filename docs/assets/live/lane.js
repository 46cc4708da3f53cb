// How far a recorded search is after some time.

/** Return how many of its nodes a search has counted after some seconds, and whether it has ended. */
export function laneAt(seconds, nodes, pace) {
  const count = Math.min(nodes, Math.floor(seconds * pace));
  return { count, hasEnded: count === nodes };
}
