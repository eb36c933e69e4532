// Chain families that are handed in beside ours.
import type { SignInFamily, SignInVerifier } from '@latchkey/plugin-api'
import { describe, expect, it, vi } from 'vitest'
import {
  accountKeyIn,
  checkMessage,
  formatMessage,
  isSameAccount,
  isSameAccountIn,
  parseMessage,
  verifySession,
  verifySignature,
  type SiwxMessage,
} from '../src/index.js'

const verify = vi.fn<SignInVerifier>(() => true)
const nova: SignInFamily = {
  profile: { name: 'Nova', isAddress: (text) => /^nova[0-9]+$/i.test(text) },
  verifier: async () => verify,
}
const families = { nova }
const data: SiwxMessage = {
  domain: 'shop.example',
  accountAddress: 'nova7',
  chainId: 'nova:main_1',
  uri: 'https://shop.example/in',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T12:00:00Z',
}
const message = formatMessage(data, families)
const session = { data, message, signature: 'signed' }

describe('A chain family that is handed in', () => {
  it("A message of a host's own family has the common form, with its name and its chain reference", () => {
    expect(message).toBe(
      'shop.example wants you to sign in with your Nova account:\nnova7\n\n\n' +
        'URI: https://shop.example/in\nVersion: 1\nChain ID: main_1\n' +
        'Nonce: abcdefgh12345678\nIssued At: 2026-01-01T12:00:00Z',
    )
    expect(parseMessage(message, 'nova', families)).toEqual(data)
  })
  it("A host's own family is unknown to calls that are not given it", () => {
    const unknown = expect.objectContaining({ code: 'siwx.namespace_unsupported' })
    expect(() => formatMessage(data)).toThrow(unknown)
    expect(() => parseMessage(message, 'nova')).toThrow(unknown)
    expect(() => parseMessage(message, 'nova', { 'x-nova': nova })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('cosmos, x-nova') }),
    )
  })
  it('A member of Object.prototype is not taken for a chain family', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(() => parseMessage(message, name, families)).toThrow(
        expect.objectContaining({ code: 'siwx.namespace_unsupported' }),
      )
  })
  it("A message is refused where the host's profile refuses its address, or CAIP-2 its reference", () => {
    const badMessage = (field: string) =>
      expect.objectContaining({ code: 'siwx.bad_message', context: { field } })
    expect(() => parseMessage(message.replace('nova7', 'nova'), 'nova', families)).toThrow(
      badMessage('accountAddress'),
    )
    const lenient = { nova: { ...nova, profile: { ...nova.profile, readChain: () => 'a b' } } }
    for (const [text, given] of [
      [message.replace('main_1', 'main 1'), families],
      [message, lenient],
    ] as const)
      expect(() => parseMessage(text, 'nova', given)).toThrow(badMessage('chainId'))
  })
  it("A host's own family may write its chains in words of its own", () => {
    const worded = {
      nova: {
        ...nova,
        profile: {
          ...nova.profile,
          readChain: (text: string) => (text === 'Main' ? 'main_1' : undefined),
          writeChain: () => 'Main',
        },
      },
    }
    const text = formatMessage(data, worded)
    expect(text).toContain('Chain ID: Main\n')
    expect(parseMessage(text, 'nova', worded)).toEqual(data)
  })
  it("The verifier of a host's own family gets everything that was sent, and nothing else", async () => {
    const node = async (): Promise<null> => null
    await verifySignature({ session: { ...session, publicKey: 'key' }, families, node })
    expect(verify).toHaveBeenLastCalledWith({
      address: 'nova7',
      chainId: 'nova:main_1',
      text: message,
      signature: 'signed',
      publicKey: 'key',
      node,
    })
    await verifySignature({ session, families })
    expect(Object.keys(verify.mock.lastCall![0])).toEqual([
      'address',
      'chainId',
      'text',
      'signature',
    ])
  })
  it.each([
    [true, 'key'],
    ['key', 'key'],
    ['contract', 'contract'],
  ] as const)(
    "The account of a host's own family is signed in where its verifier answers %j",
    async (answer, signedBy) => {
      verify.mockReturnValueOnce(answer)
      expect(
        await verifySession({
          session,
          families,
          expected: { domain: 'shop.example', accountAddress: 'nova7' },
        }),
      ).toEqual({ message: data, signedBy })
    },
  )
  it.each([false, undefined, null, 'yes', 1, {}])(
    "The account of a host's own family is not signed in where its verifier answers %j",
    async (answer) => {
      verify.mockReturnValueOnce(answer as false)
      await expect(verifySession({ session, families, expected: {} })).rejects.toMatchObject({
        code: 'siwx.bad_signature',
      })
    },
  )
  it("A host's own family may take the place of a built-in namespace", () => {
    const text = formatMessage({ ...data, chainId: 'cosmos:nova' }, { cosmos: nova })
    expect(parseMessage(text, 'cosmos', { cosmos: nova }).accountAddress).toBe('nova7')
    expect(() => parseMessage(text, 'cosmos')).toThrow()
  })
})

describe('An account of a family that is handed in', () => {
  const scope = { namespace: 'nova', families }
  const spelled = {
    ...scope,
    families: {
      nova: { ...nova, profile: { ...nova.profile, accountOf: (text: string) => text.slice(4) } },
    },
  }
  it("The account key of a host's own family holds its address, or what accountOf makes of it", () => {
    expect(accountKeyIn(scope, 'nova7')).toBe('nova:nova7')
    expect(accountKeyIn(spelled, 'NOVA7')).toBe('nova:7')
    expect(accountKeyIn(spelled, 'nova')).toBeUndefined()
    expect(accountKeyIn(spelled, 7 as never)).toBeUndefined()
  })
  it("Two spellings are the same account where the family's accountOf says so", () => {
    expect(isSameAccountIn(spelled, 'nova7', 'NOVA7')).toBe(true)
    expect(isSameAccountIn(scope, 'nova7', 'NOVA7')).toBe(false)
    expect(isSameAccount('nova7', 'NOVA7')).toBe(false)
    expect(() => checkMessage(data, { accountAddress: 'NOVA7' }, spelled.families)).not.toThrow()
    expect(() => checkMessage(data, { accountAddress: 'NOVA7' }, families)).toThrow(
      expect.objectContaining({ code: 'siwx.wrong_account' }),
    )
  })
  it('An address is never read by the rules of another family', () => {
    const address = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'
    const any = { nova: { ...nova, profile: { ...nova.profile, isAddress: () => true } } }
    expect(accountKeyIn({ namespace: 'nova', families: any }, address)).toBe(`nova:${address}`)
    expect(accountKeyIn({ namespace: 'eip155', families: any }, address)).toBe(
      `eip155:${address.toLowerCase()}`,
    )
  })
})
