import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { en as begun } from './en.js'
import { enHelp } from './enHelp.js'
import { enRequest } from './enRequest.js'

const SRC = join(import.meta.dirname, '..')
// The names of the specification's tabs come from the contract.
const known = readFileSync(join(SRC, '../../plugin-api/src/known.ts'), 'utf8')
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|messages\//.test(name))
  .map((name) => readFileSync(join(SRC, name), 'utf8'))
  .concat(known)
  .join('\n')

const en = { ...begun, ...enHelp, ...enRequest }

it('The English catalogue has a text for every key that is used, and none for others', () => {
  const used = new Set(
    [...sources.matchAll(/['"`]((?:ui|errors)\.[a-zA-Z_.]+)['"`]/g)].map(([, key]) => key ?? ''),
  )
  expect([...used].filter((key) => !Object.hasOwn(en, key))).toEqual([])
  expect(Object.keys(en).filter((key) => key.startsWith('ui.') && !used.has(key))).toEqual([])
})

it('The English texts name no product but our own', () => {
  for (const [key, text] of Object.entries(en))
    expect(text, key).not.toMatch(
      /metamask|reown|appkit|rainbow|walletconnect\b|coinbase|web3modal/i,
    )
})

it('The English catalogue has the texts of the specification word for word', () => {
  expect(en).toMatchObject({
    'errors.wallet.user_rejected': 'Connection rejected',
    'errors.wallet.connect_failed': 'Failed to connect',
    'errors.wallet.disconnect_failed': 'Failed to disconnect',
    'errors.wallet.popup_closed': 'Popup closed',
    'errors.kernel.modal_closed': 'Modal closed',
    'errors.kernel.aborted': 'Request was aborted',
    'errors.rpc.method_not_allowed': 'Action not allowed',
    'errors.kernel.invalid_connection_status': 'Invalid connection status',
  })
})
