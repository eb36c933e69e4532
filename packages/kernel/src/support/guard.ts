/** Wraps a function so that what it throws, or its promise rejects with, goes to `onError`. */
export const guarded =
  <A extends unknown[]>(run: (...args: A) => unknown, onError: (error: unknown) => void) =>
  (...args: A): void => {
    try {
      const answer = run(...args)
      if (answer instanceof Promise) answer.catch(onError)
    } catch (error) {
      onError(error)
    }
  }
