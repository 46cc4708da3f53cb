// When one thing is asked for after another, only the last counts: an answer that comes too late is dropped.

/** Return a function that passes on how a promise ends, unless it was given another one meanwhile. */
export function latest() {
  let last = null;
  return (promise) => {
    last = promise;
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => last === promise && resolve(value),
        (error) => last === promise && reject(error),
      );
    });
  };
}
