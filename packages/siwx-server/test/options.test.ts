import { createServer } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { createSiwxServer, memoryStore, type SiwxServerOptions } from '../src/index.js'
import { toNodeRequest } from '../src/session/toNodeRequest.js'
import { isSecret, randomSecret } from '../src/session/secrets.js'

const family = { profile: { name: 'Nova', isAddress: () => true }, verifier: () => () => true }
const make = (options: object) => () =>
  createSiwxServer({
    domain: 'shop.example',
    store: memoryStore(),
    ...options,
  } as SiwxServerOptions)

describe('the options', () => {
  it.each<readonly [string, object]>([
    ['domain', { domain: '' }],
    ['domain', { domain: [] }],
    ['domain', { domain: 'https://shop.example' }],
    ['domain', { domain: 'shop.example/' }],
    ['domain', { domain: ['shop.example', 'a b'] }],
    ['domain', { domain: '*.shop.example' + '/' }],
    ['domain', { domain: 'user@shop.example' }],
    ['domain', { domain: 'SHOP.example' }],
    ['store', { store: undefined }],
    ['store', { store: { get() {}, set() {} } }],
    ['trustedOrigins', { trustedOrigins: ['https://shop.example/'] }],
    ['trustedOrigins', { trustedOrigins: ['*'] }],
    ['trustedOrigins', { trustedOrigins: ['null'] }],
    ['basePath', { basePath: 'api' }],
    ['basePath', { basePath: '/api/' }],
    ['nonceLifetime', { nonceLifetime: 0 }],
    ['nonceLifetime', { nonceLifetime: Number.NaN }],
    ['clockSkew', { clockSkew: -1 }],
    ['session.lifetime', { session: { kind: 'cookie', lifetime: Infinity } }],
    ['session.kind', { session: { kind: 'header' } }],
    ['session.name', { session: { kind: 'cookie', name: 'a;b' } }],
    ['session.sameSite', { session: { kind: 'cookie', sameSite: 'lax' } }],
    ['session.secure', { session: { kind: 'cookie', sameSite: 'None', secure: false } }],
    ['session.domain', { session: { kind: 'cookie', domain: 'shop.example; Path=/' } }],
    ['families', { families: { 'no namespace': family } }],
    ['families', { families: { nova: { ...family, profile: { name: 'Nova' } } } }],
    ['families', { families: { nova: { profile: family.profile } } }],
    ['families', { families: { nova: undefined } }],
    ['nodes', { nodes: { mainnet: 'https://node.example' } }],
    ['nodes', { nodes: { 'eip155:1': 'node.example' } }],
    ['nodes', { nodes: { 'eip155:1': 'file:///etc/passwd' } }],
  ])('A wrong option %s is refused: %o', (option, options) => {
    expect(make(options)).toThrow(
      expect.objectContaining({
        code: 'siwx.invalid_option',
        context: { option },
        message: expect.stringContaining(option),
      }),
    )
  })

  it.each<readonly [string, object]>([
    ['a port', { domain: 'shop.example:8443' }],
    ['this computer', { domain: ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'] }],
    ['no base path', { basePath: '' }],
    ['no skew', { clockSkew: 0 }],
    ['a chain family', { families: { nova: family } }],
    ['nodes', { nodes: { 'eip155:1': 'https://node.example/key', 'eip155:10': async () => null } }],
  ])('The options accept %s', (_, options) => expect(make(options)).not.toThrow())

  it('A failure goes to the console where the host has no `onError`', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failure = new Error('down')
    const server = make({
      store: {
        get: () => Promise.reject(failure),
        set: () => Promise.reject(failure),
        take: () => Promise.reject(failure),
      },
    })()
    await server.handle(
      new Request('https://shop.example/api/siwx/nonce', {
        method: 'POST',
        headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    expect(said.mock.calls).toEqual([[failure]])
    said.mockRestore()
  })
})

describe('secrets', () => {
  it('Secrets have 256 bits in characters that need no escape', () => {
    const made = Array.from({ length: 500 }, randomSecret)
    expect(new Set(made).size).toBe(500)
    expect(made.every(isSecret)).toBe(true)
    expect(new Set(made.join('')).size).toBe(64)
  })
})

describe('a node', () => {
  const served = async (
    answer: (body: { method: string; params: unknown }) => readonly [status: number, text: string],
  ) => {
    const server = createServer((request, response) => {
      let text = ''
      request
        .on('data', (chunk) => {
          text += chunk
        })
        .on('end', () => {
          const [status, said] = answer(JSON.parse(text))
          response.writeHead(status, { 'content-type': 'application/json' }).end(said)
        })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    return {
      url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      close: () => new Promise((done) => server.close(done)),
    }
  }

  it('A node is asked by JSON-RPC', async () => {
    const node = await served(({ method, params }) => [
      200,
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: { method, params } }),
    ])
    expect(await toNodeRequest(node.url)({ method: 'eth_call', params: [1] })).toEqual({
      method: 'eth_call',
      params: [1],
    })
    expect(await toNodeRequest(node.url)({ method: 'eth_chainId' })).toEqual({
      method: 'eth_chainId',
      params: [],
    })
    await node.close()
  })

  it("A node's refusal is thrown with code and data, and an empty answer with its status", async () => {
    const refusing = await served(() => [
      200,
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        error: { code: 3, message: 'execution reverted', data: '0x08c379a0' },
      }),
    ])
    await expect(toNodeRequest(refusing.url)({ method: 'eth_call' })).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    })
    await refusing.close()
    const silent = await served(() => [503, '{}'])
    await expect(toNodeRequest(silent.url)({ method: 'eth_call' })).rejects.toThrow('HTTP 503')
    await silent.close()
    await expect(toNodeRequest(silent.url)({ method: 'eth_call' })).rejects.toThrow()
  })
})
