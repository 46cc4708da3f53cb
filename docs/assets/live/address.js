// The stage in the address: ?stage=05a, or ?step=05 for the first stage of a step.

/** Return the stage that an address asks for, the one that was shown last if none, and why it is another. */
export function askedFor(search, way) {
  const query = new URLSearchParams(search);
  const [step, stage] = [query.get("step"), query.get("stage")];
  if (way.names.includes(stage)) return { name: stage, complaint: "" };
  const name = way.ofStep(step);
  if (name) return { name, complaint: "" };
  const complaint = stage ? `There is no stage ${stage}.` : step ? `There is no stage of step ${step}.` : "";
  return { name: way.here, complaint };
}

/** Let the address ask for a stage. */
export function note(name) {
  const address = new URL(location.href);
  address.search = `?stage=${name}`;
  if (address.href !== location.href) history.pushState(null, "", address);
}
