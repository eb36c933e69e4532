import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { endChild, spawnKept } from '@latchkey/testing/nodes'

const startLimitMs = 60_000

/**
 * Waits for the line in which the node prints its address.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function listening(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = (/** @type {string} */ why) => {
      clearTimeout(timer)
      reject(
        new Error(
          `The Bitcoin node ${why}${text ? `:\n${text.trim().slice(-600)}` : ''}. ` +
            'It needs bcoin: run "npx pnpm@12.21.0 install".',
        ),
      )
    }
    const timer = setTimeout(
      () => fail(`did not listen within ${startLimitMs / 1000} s`),
      startLimitMs,
    )
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      text += chunk.toString()
      const url = /"url":"([^"]+)"/.exec(text)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
    child.stderr?.on(
      'data',
      (/** @type {Buffer} */ chunk) => (text += chunk.toString().slice(0, 2000)),
    )
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    child.once('exit', (code) => fail(`ended at once with code ${code}`))
  })
}

/** @type {typeof import('../index.d.mts').startBitcoin} */
export async function startBitcoin({ port = 0 } = {}) {
  const child = spawnKept(process.execPath, [
    fileURLToPath(new URL('./bitcoinNode.mjs', import.meta.url)),
    String(port),
  ])
  const close = () => endChild(child)
  try {
    const url = await listening(child)
    const post = async (/** @type {string} */ path) => {
      const response = await fetch(`${url}/regtest/${path}`, { method: 'POST' })
      const text = await response.text()
      if (!response.ok) throw new Error(`The Bitcoin node refused ${path}: ${text}`)
      return text
    }
    return {
      url,
      close,
      mine: async (blocks = 1) => Number(await post(`mine?blocks=${blocks}`)),
      fund: (address, value) => post(`fund?address=${address}&value=${value}`),
    }
  } catch (error) {
    await close()
    throw error
  }
}
