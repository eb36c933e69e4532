import { createRequire } from 'node:module'
import process from 'node:process'
import { mnemonic } from './accounts.mjs'
import { endChild, spawnKept } from './children.mjs'
import { request } from './rpc.mjs'

const version = '1.7.1'
const startLimitMs = 20_000

/** Where this platform's anvil lies; `ANVIL_PATH` names another one. */
function binary() {
  if (process.env['ANVIL_PATH']) return process.env['ANVIL_PATH']
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  const file = `${name}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  try {
    return createRequire(import.meta.url).resolve(file)
  } catch (cause) {
    throw new Error(
      `anvil, the local EVM node, is not installed for ${process.platform} ${process.arch}: "${name}" is missing. ` +
        `Run "npx pnpm@12.21.0 install --no-frozen-lockfile" (or "npx pnpm@12.21.0 --filter @latchkey-tools/localnet add -O ${name}@${version}"), ` +
        'or set ANVIL_PATH to an anvil of your own (https://getfoundry.sh).',
      { cause },
    )
  }
}

/**
 * The port on which the node listens. It is asked to choose one itself, so that starters that run
 * at the same time never compete for a port that was found free a moment ago.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function listening(child) {
  return new Promise((resolve, reject) => {
    let text = ''
    /** @param {string} why */
    const fail = (why) => {
      clearTimeout(timer)
      reject(new Error(`anvil ${why}${text ? `:\n${text.trim().slice(-600)}` : ''}`))
    }
    const timer = setTimeout(() => fail(`did not listen within ${startLimitMs / 1000} s`), startLimitMs)
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      text += chunk.toString()
      const port = /Listening on \S*:(\d+)/.exec(text)?.[1]
      if (!port) return
      clearTimeout(timer)
      child.stdout?.off('data', read).resume()
      resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => (text += chunk.toString().slice(0, 2000)))
    child.once('error', (error) => fail(`could not be started (${error.message})`))
    child.once('exit', (code) => fail(`ended at once with code ${code}`))
  })
}

/**
 * @type {typeof import('./index.d.mts').startAnvil}
 */
export async function startAnvil({ chainId, port = 0, blockTime, args = [] }) {
  const child = spawnKept(binary(), [
    '--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--mnemonic', mnemonic,
    ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
    ...args,
  ])
  const close = () => endChild(child)
  try {
    const url = `http://127.0.0.1:${await listening(child)}`
    await request(url, 'eth_chainId')
    return { url, chainId, pid: /** @type {number} */ (child.pid), close }
  } catch (error) {
    await close()
    throw error
  }
}
