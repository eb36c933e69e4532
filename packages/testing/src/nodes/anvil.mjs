import { createRequire } from 'node:module'
import process from 'node:process'
import { mnemonic } from './accounts.mjs'
import { endChild, spawnKept } from './children.mjs'
import { listening } from './listening.mjs'
import { request } from './rpc.mjs'

const version = '1.7.1'
const listens = { name: 'anvil', pattern: /Listening on \S*:(\d+)/ }

/** The path of this platform's anvil; `ANVIL_PATH` names another one. */
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
        `Run "npm install --save-dev ${name}@${version}", ` +
        'or set ANVIL_PATH to an anvil of your own (https://getfoundry.sh).',
      { cause },
    )
  }
}

/**
 * @type {typeof import('./index.d.mts').startAnvil}
 */
export async function startAnvil({ chainId, port = 0, blockTime, args = [] }) {
  const child = spawnKept(binary(), [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--mnemonic',
    mnemonic,
    ...(blockTime === undefined ? [] : ['--block-time', String(blockTime)]),
    ...args,
  ])
  const close = () => endChild(child)
  try {
    const url = `http://127.0.0.1:${await listening(child, listens)}`
    await request(url, 'eth_chainId')
    return { url, chainId, pid: /** @type {number} */ (child.pid), close }
  } catch (error) {
    await close()
    throw error
  }
}
