// The built packages in plain Node, without a browser and without flags.
import { expect, test } from '@playwright/test'
import { startRelay } from '@latchkey/relay'
import { SignClient } from '@walletconnect/sign-client'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const HOST = fileURLToPath(new URL('support/nodeHost.mjs', import.meta.url))
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
type Line = {
  uri?: string
  code?: string
  message?: string
  address?: string
  signed?: string
  hasWebSocket?: boolean
}
/** Node 20 has no WebSocket; later versions are started without theirs. */
const FLAGS =
  Number(process.versions.node.split('.')[0]) < 22 ? [] : ['--no-experimental-websocket']

/** Runs the host to its end and calls `hear` with each line that it prints. */
function run(
  relayUrl: string,
  args: readonly string[],
  hear: (line: Line) => void = () => undefined,
): Promise<{ lines: Line[]; exit: number | null; errors: string }> {
  const lines: Line[] = []
  // Node warns when both of these variables are set, and the warning would fail the test.
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env
  const host = spawn(process.execPath, [...FLAGS, HOST, relayUrl, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let rest = ''
  let errors = ''
  host.stderr.on('data', (part) => (errors += String(part)))
  host.stdout.on('data', (part) => {
    const whole = (rest + String(part)).split('\n')
    rest = whole.pop()!
    for (const text of whole) {
      const line = JSON.parse(text) as Line
      lines.push(line)
      hear(line)
    }
  })
  return new Promise((resolve) => host.on('exit', (exit) => resolve({ lines, exit, errors })))
}

/** A wallet made of the published session client. */
async function openWallet(relayUrl: string) {
  process.env['DISABLE_GLOBAL_CORE'] = 'true'
  const entries = new Map<string, unknown>()
  const storage = {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (key: string) => entries.get(key),
    setItem: async (key: string, value: unknown) => void entries.set(key, value),
    removeItem: async (key: string) => void entries.delete(key),
  }
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl,
    storage: storage as never,
    telemetryEnabled: false,
    logger: 'silent',
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.test', icons: [] },
  })
  client.on(
    'session_proposal',
    ({ id }) =>
      void client.approve({
        id,
        namespaces: {
          eip155: { accounts: [`eip155:1:${ADDRESS}`], methods: ['personal_sign'], events: [] },
        },
      }),
  )
  client.on(
    'session_request',
    ({ id, topic }) =>
      void client.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } }),
  )
  return {
    client,
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
}

test('A host in plain Node connects, signs and disconnects with its own socket class (audit A10)', async () => {
  const relay = await startRelay()
  const wallet = await openWallet(relay.url)
  let used = false
  const { lines, exit, errors } = await run(relay.url, ['ws'], ({ uri }) => {
    if (uri !== undefined && !used) void wallet.client.pair({ uri })
    used ||= uri !== undefined
  })
  await wallet.close()
  await relay.close()
  expect(lines[0]).toEqual({ hasWebSocket: false })
  expect(lines.at(-1)).toEqual({ address: ADDRESS, signed: '0xsigned' })
  expect([exit, errors]).toEqual([0, ''])
})

test('A host in plain Node without a socket class is told what is missing, and ends (audit A10)', async () => {
  const { lines, exit, errors } = await run('ws://127.0.0.1:9', [])
  expect(lines).toMatchObject([
    { hasWebSocket: false },
    { code: 'walletconnect.websocket_missing' },
  ])
  expect(lines[1]!.message).toContain('walletconnect({ webSocket })')
  expect([exit, errors]).toEqual([0, ''])
})
