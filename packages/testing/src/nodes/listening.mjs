const startLimitMs = 20_000

/**
 * The port on which a node says that it listens. It is asked to choose one itself, so that starters
 * that run at the same time never compete for a port that was found free a moment ago.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ name: string, pattern: RegExp, limitMs?: number }} what its name, where its output has
 * the port, and how long it may take
 * @returns {Promise<number>}
 */
export function listening(child, { name, pattern, limitMs = startLimitMs }) {
  return new Promise((resolve, reject) => {
    let text = ''
    /** @param {string} why */
    const fail = (why) => {
      clearTimeout(timer)
      reject(new Error(`${name} ${why}${text ? `:\n${text.trim().slice(-600)}` : ''}`))
    }
    const timer = setTimeout(() => fail(`did not listen within ${limitMs / 1000} s`), limitMs)
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      text += chunk.toString()
      const port = pattern.exec(text)?.[1]
      if (!port) return
      clearTimeout(timer)
      child.stdout?.off('data', read).resume()
      resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.stderr?.on(
      'data',
      (/** @type {Buffer} */ chunk) => (text += chunk.toString().slice(0, 2000)),
    )
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    child.once('exit', (code) => fail(`ended at once with code ${code}`))
  })
}
