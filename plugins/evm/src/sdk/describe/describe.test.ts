import type { Network } from '@latchkey/plugin-api'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, stringToHex } from 'viem'
import { describe as group, expect, it } from 'vitest'
import { words } from './words.js'
import { describe } from './describe.js'
import type { By } from './rows.js'

const network: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const ME = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const say = (method: string, params: unknown, by: By = { account: ME }) =>
  describe(network, method, params, by)
const send = (transaction: object) => say('eth_sendTransaction', [{ from: ME, ...transaction }])
const rowOf = (told: ReturnType<typeof say>, label: string) =>
  told?.rows.find((row) => row.label === label)
const warnings = (told: ReturnType<typeof say>) =>
  told?.rows.flatMap(({ warning }) => warning ?? [])

group('a message', () => {
  it('A message is shown as its text', () => {
    expect(say('personal_sign', [stringToHex('Grüezi\nyou'), ME])).toEqual({
      title: 'evm.signMessage',
      rows: [{ label: 'evm.message', value: 'Grüezi\nyou' }],
      complete: true,
    })
    expect(
      say('personal_sign', [stringToHex('Hi').toUpperCase().replace('0X', '0x'), ME]),
    ).toMatchObject({ complete: true, rows: [{ value: 'Hi' }] })
  })
  it.each(['plain', '0xff00', '0x0', '0X48', '0xzz'])(
    'A message that is not bytes of text is shown raw: %s',
    (data) => {
      expect(say('personal_sign', [data, ME])).toMatchObject({
        complete: false,
        rows: [{ value: data, raw: true, warning: 'evm.unreadable' }],
      })
    },
  )
  it.each(['pay\u202eyap', 'a\u200bb', 'a\u0000b', '\ufeffa'])(
    'A message with invisible characters is shown with a warning: %j',
    (text) => {
      expect(say('personal_sign', [stringToHex(text), ME])).toMatchObject({
        complete: false,
        rows: [{ value: text, warning: 'evm.hiddenCharacters' }],
      })
    },
  )
  it('A message whose parameters are in another order is not taken for complete', () => {
    expect(say('personal_sign', [ME, stringToHex('Hi')])?.complete).toBe(false)
    expect(say('personal_sign', [stringToHex('Hi')])?.complete).toBe(false)
    expect(say('personal_sign', { 0: 'x' })).toBeUndefined()
  })
})

group('a transaction', () => {
  it('A transaction of native currency is complete', () => {
    expect(send({ to: TO, value: '0x6f05b59d3b20000' })).toEqual({
      title: 'evm.sendTransaction',
      rows: [
        { label: 'evm.to', value: TO },
        { label: 'evm.value', value: '0.5 ETH' },
      ],
      complete: true,
    })
    expect(send({ to: TO, value: '0x6F05B59D3B20000', data: '0x', gas: '0x5208' })).toMatchObject({
      complete: true,
    })
  })
  it('A transaction with an unknown field is not complete', () => {
    expect(send({ to: TO, value: '0x1', authorizationList: [{}] })?.complete).toBe(false)
  })
  it('A transaction for another network is shown with a warning', () => {
    const told = send({ to: TO, value: '0x1', chainId: '0x89' })
    expect([told?.complete, warnings(told)]).toEqual([false, ['evm.otherNetwork']])
    expect(send({ to: TO, value: '0x1', chainId: 1 })?.complete).toBe(true)
    // Wallets read a chain id as hexadecimal, JavaScript reads these spellings as 1.
    for (const chainId of ['1e0', '0b1', ' 0x1', '1', true])
      expect([
        send({ to: TO, value: '0x1', chainId })?.complete,
        warnings(send({ to: TO, value: '0x1', chainId })),
      ]).toEqual([false, ['evm.otherNetwork']])
  })
  it.each([
    { to: TO, value: 'x' },
    { to: TO, value: -1 },
    { to: TO, value: '1' },
    { to: TO, data: '0x1' },
    { to: TO, data: 7 },
    { to: 'vitalik.eth' },
    { to: TO, data: '0x00', input: '0x01' },
  ])('A transaction that cannot be read is not described: %j', (transaction) => {
    expect(send(transaction)).toBeUndefined()
  })
  it('A transaction without a recipient creates a contract', () => {
    expect(send({ data: '0x60' })).toMatchObject({ title: 'evm.deploy', complete: false })
  })
  it('A token transfer shows its contract, recipient and base units, beside the data', () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [TO, 1_500_000n],
    })
    for (const spelled of [data, `0x${data.slice(2).toUpperCase()}`]) {
      expect(send({ to: TOKEN, data: spelled })).toEqual({
        title: 'evm.sendToken',
        rows: [
          { label: 'evm.contract', value: TOKEN },
          { label: 'evm.to', value: TO },
          { label: 'evm.baseUnits', value: '1500000' },
          { label: 'evm.data', value: spelled, raw: true },
        ],
        complete: false,
      })
    }
    expect(rowOf(send({ to: TOKEN, data, value: '0x1' }), 'evm.value')).toMatchObject({
      value: '0.000000000000000001 ETH',
    })
  })
  it('Call data that lets somebody spend is warned of, and call data that revokes this is not', () => {
    const approve = (amount: bigint) =>
      send({
        to: TOKEN,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TO, amount] }),
      })
    expect([
      approve(7n)?.title,
      rowOf(approve(7n), 'evm.spender')?.value,
      warnings(approve(7n)),
    ]).toEqual(['evm.approveToken', TO, ['evm.canSpend']])
    const all = (approved: boolean) =>
      send({
        to: TOKEN,
        data: encodeFunctionData({
          abi: parseAbi(['function setApprovalForAll(address, bool)']),
          functionName: 'setApprovalForAll',
          args: [TO, approved],
        }),
      })
    expect([
      all(true)?.title,
      warnings(all(true)),
      all(false)?.title,
      warnings(all(false)),
    ]).toEqual(['evm.approveAll', ['evm.unlimited'], 'evm.revokeAll', []])
  })
  it('Unknown call data is described as a call of a contract', () => {
    for (const odd of ['0xdeadbeef', '0x00', '0xa9059c'])
      expect(send({ to: TOKEN, data: odd })).toMatchObject({
        title: 'evm.callContract',
        complete: false,
      })
  })
  it('Call data with more or less than its known arguments keeps its title and gets a warning', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TO, 1n] })
    for (const odd of [
      `${data}00`,
      data.slice(0, -2),
      data.replace('095ea7b3000000', '095ea7b3100000'),
      '0x095ea7b3',
    ]) {
      const told = send({ to: TOKEN, data: odd })
      expect([told?.title, told?.complete, rowOf(told, 'evm.unknownPart')]).toEqual([
        'evm.approveToken',
        false,
        { label: 'evm.unknownPart', value: odd, raw: true, warning: 'evm.nobodyKnows' },
      ])
    }
    expect(rowOf(send({ to: TOKEN, data: `${data}00` }), 'evm.spender')).toEqual({
      label: 'evm.spender',
      value: TO,
      warning: 'evm.canSpend',
    })
  })
})

group('call data that ends a permission', () => {
  const call = (signature: string, ...args: readonly unknown[]) =>
    send({
      to: TOKEN,
      data: encodeFunctionData({
        abi: parseAbi([`function ${signature}`] as readonly string[]),
        args,
      } as never),
    })
  const R = `0x${'00'.repeat(32)}`
  it.each([
    [
      'permit of nothing',
      'permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
      [ME, TO, 0n, maxUint256, 27, R, R],
    ],
    [
      'permit of DAI that says no',
      'permit(address, address, uint256, uint256, bool, uint8, bytes32, bytes32)',
      [ME, TO, 0n, 0n, false, 27, R, R],
    ],
    [
      'allowance of Permit2 of nothing',
      'approve(address, address, uint160, uint48)',
      [TOKEN, TO, 0n, 5],
    ],
    ['credit of nothing', 'approveDelegation(address, uint256)', [TO, 0n]],
  ])('Call data that ends a permission is not warned of: %s (audit M6)', (_, signature, args) => {
    const told = call(signature, ...args)
    expect([told?.title, warnings(told), told?.complete]).toEqual(['evm.endPermission', [], false])
  })
  // 0 may be the number of an item (ERC-721), and adding 0 to an allowance does not end it.
  it.each([
    ['approve(address, uint256)', [TO, 0n]],
    ['increaseAllowance(address, uint256)', [TO, 0n]],
    ['approveAndCall(address, uint256, bytes)', [TO, 0n, '0x']],
  ] as const)(
    'A zero that need not end a permission is still warned of: %s (audit M6)',
    (signature, args) => {
      const told = call(signature, ...args)
      expect([told?.title, warnings(told)]).toEqual(['evm.approveToken', ['evm.canSpend']])
    },
  )
  it('An expiry of the largest value is marked as never ending (audit M6)', () => {
    expect(
      rowOf(
        call('approve(address, address, uint160, uint48)', TOKEN, TO, 1n, 2 ** 48 - 1),
        'evm.expiration',
      )?.warning,
    ).toBe('evm.neverEnds')
    expect(
      rowOf(call('approve(address, address, uint160, uint48)', TOKEN, TO, 1n, 5), 'evm.expiration')
        ?.warning,
    ).toBeUndefined()
  })
})

it('A null list of authorizations counts as none, except in a transaction of their type (audit M6)', () => {
  expect(send({ to: TO, value: '0x1', authorizationList: null })).toMatchObject({
    title: 'evm.sendTransaction',
    complete: true,
  })
  expect(send({ to: TO, value: '0x1', type: '0x4', authorizationList: null })?.complete).toBe(false)
})

group('typed data', () => {
  const DOMAIN = [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  const note = {
    types: {
      EIP712Domain: DOMAIN,
      Note: [
        { name: 'reader', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'details', type: 'Details[]' },
      ],
      Details: [{ name: 'note', type: 'string' }],
    },
    primaryType: 'Note',
    domain: { name: 'Token', chainId: 1, verifyingContract: TOKEN },
    message: { reader: ME, value: '5', details: [{ note: 'one' }, { note: 'two' }] },
  }
  const typed = (change: object = {}, asText = true) => {
    const data = { ...note, ...change }
    return say('eth_signTypedData_v4', [ME, asText ? JSON.stringify(data) : data])
  }
  it('Typed data is shown field by field', () => {
    for (const asText of [true, false]) {
      expect(typed({}, asText)).toEqual({
        title: 'evm.signTypedData',
        complete: true,
        rows: [
          { label: 'evm.primaryType', value: 'Note' },
          { label: 'evm.domain.name', value: 'Token' },
          { label: 'evm.domain.chainId', value: '1' },
          { label: 'evm.domain.verifyingContract', value: TOKEN },
          { label: 'reader', value: ME },
          { label: 'value', value: '5' },
          { label: 'details[0] › note', value: 'one' },
          { label: 'details[1] › note', value: 'two' },
        ],
      })
    }
  })
  it.each<[string, string, unknown]>([
    ['address', 'address', TO],
    ['text that is an address', 'string', TO],
    ['key', 'string', 'ed25519:abc'],
    ['accessKey', 'bytes32', `0x${'ab'.repeat(32)}`],
  ])(
    'Typed data of an unknown kind that names somebody else is not complete: %s (audit M6)',
    (name, type, value) => {
      const told = (field: string, of: unknown) =>
        typed({
          types: {
            EIP712Domain: DOMAIN,
            Login: [
              { name: field, type },
              { name: 'text', type: 'string' },
            ],
          },
          primaryType: 'Login',
          message: { [field]: of, text: 'Hi' },
        })
      const field = name.includes(' ') ? 'place' : name
      expect([told(field, value)?.title, told(field, value)?.complete]).toEqual([
        'evm.signTypedData',
        false,
      ])
      if (value === TO)
        expect([
          told(field, ME)?.complete,
          told('place', type === 'address' ? `0x${'00'.repeat(20)}` : 'a street')?.complete,
        ]).toEqual([true, true])
    },
  )
  it('Typed data that names its own account as the signer gives nobody a permission (audit M6)', () => {
    const told = (signer: string) =>
      typed({
        types: { EIP712Domain: DOMAIN, Login: [{ name: 'signer', type: 'address' }] },
        primaryType: 'Login',
        message: { signer },
      })
    expect([told(ME)?.title, told(ME)?.complete, told(TO)?.title, warnings(told(TO))]).toEqual([
      'evm.signTypedData',
      true,
      'evm.actForYou',
      ['evm.canAct'],
    ])
  })
  it.each([
    [
      'Ballot',
      [
        { name: 'proposal', type: 'uint256' },
        { name: 'support', type: 'uint8' },
      ],
      { proposal: 3, support: 1 },
    ],
    [
      'Mint',
      [
        { name: 'tier', type: 'uint8' },
        { name: 'note', type: 'string' },
      ],
      { tier: 1, note: 'x' },
    ],
  ])(
    'Typed data of an unknown kind that names nobody stays complete: %s (audit M6)',
    (primaryType, fields, message) => {
      expect(
        typed({ types: { EIP712Domain: DOMAIN, [primaryType]: fields }, primaryType, message }),
      ).toMatchObject({ title: 'evm.signTypedData', complete: true })
    },
  )
  it('Typed data is warned of for an amount without a limit and for another network', () => {
    const told = typed({
      message: { ...note.message, value: String(maxUint256) },
      domain: { ...note.domain, chainId: 137 },
    })
    expect([warnings(told), told?.complete]).toEqual([['evm.otherNetwork', 'evm.unlimited'], false])
  })
  it.each<[string, object]>([
    ['a field is missing', { message: { reader: TO } }],
    ['a value does not fit', { message: { ...note.message, details: 'x' } }],
    ['the kind is unknown', { primaryType: 'Other' }],
    [
      'it is too much',
      { message: { ...note.message, details: Array.from({ length: 50 }, () => ({ note: 'x' })) } },
    ],
    [
      'it has itself inside',
      { types: { ...note.types, Details: [{ name: 'note', type: 'Details' }] } },
    ],
    ['the domain has more', { domain: { ...note.domain, extra: 1 } }],
    ['it hides characters', { message: { ...note.message, details: [{ note: 'a\u202eb' }] } }],
  ])('Typed data is not complete where %s', (_, change) => {
    expect(typed(change)?.complete).toBe(false)
  })
  it.each([
    'string',
    'address',
    'uint256',
    'bytes4',
    'Details[]',
    'Details[2]',
    'A b,string',
    'A(string',
  ])(
    'Typed data that defines a type called %s is not described, because wallets read it in several ways',
    (name) => {
      expect(
        typed({ types: { ...note.types, [name]: [{ name: 'note', type: 'string' }] } }),
      ).toBeUndefined()
      const renamed = JSON.parse(
        JSON.stringify(note.types).replaceAll('Details', 'Exchange:Details'),
      ) as object
      expect(typed({ types: renamed })?.complete).toBe(true)
      // A wallet may take a type that the message does not use for the primary type.
      expect(
        typed({ types: { ...note.types, Other: [{ name: 'note', type: 'string' }] } })?.complete,
      ).toBe(false)
    },
  )
  it.each(['bytes33', 'bytes0', 'bytes04', 'uint08', 'uint264'])(
    'Typed data with a value of the type %s, which does not exist, is not complete',
    (type) => {
      const value = type.startsWith('bytes') ? `0x${'00'.repeat(Number(type.slice(5)))}` : 1
      expect(
        say('eth_signTypedData_v4', [
          ME,
          {
            primaryType: 'A',
            domain: {},
            message: { a: value },
            types: { EIP712Domain: [], A: [{ name: 'a', type }] },
          },
        ])?.complete,
      ).toBe(false)
    },
  )
  it('Typed data is not complete where its JSON can be read in several ways', () => {
    const text = JSON.stringify(note)
    for (const odd of [
      text.replace('"value":"5"', '"value":"7","value":"5"'),
      text.replace('"chainId":1', '"chainId":1,"chainId":1'),
      text.replace('"value":"5"', '"value":4.9999999999999999999'),
      text.replace('"primaryType":"Note"', '"primaryType":"Other","primaryType":"Note"'),
    ])
      expect(say('eth_signTypedData_v4', [ME, odd])).toMatchObject({
        title: 'evm.signTypedData',
        complete: false,
      })
    for (const fine of [JSON.stringify(note, null, 2), ` ${text}\n`])
      expect(say('eth_signTypedData_v4', [ME, fine])?.complete).toBe(true)
  })
  it.each<[string, unknown[]]>([
    ['no JSON', [ME, '{']],
    ['no types', [ME, '{"primaryType":"A","domain":{},"message":{}}']],
    ['nothing', []],
    ['odd types', [ME, JSON.stringify({ ...note, types: { Note: [7] } })]],
  ])('Typed data is not described where it has %s', (_, params) => {
    expect(say('eth_signTypedData_v4', params)).toBeUndefined()
  })
})

group('a permit', () => {
  const permit = (
    primaryType: string,
    fields: string,
    message: object,
    domain: object = { name: 'Token', chainId: 1, verifyingContract: TOKEN },
    more: object = {},
  ) =>
    say('eth_signTypedData_v4', [
      ME,
      {
        primaryType,
        domain,
        message,
        types: {
          EIP712Domain: Object.keys(domain).map((name) => ({
            name,
            type: { name: 'string', chainId: 'uint256', verifyingContract: 'address' }[name],
          })),
          [primaryType]: fields
            .split(', ')
            .map((each) => ({ type: each.split(' ')[0], name: each.split(' ')[1] })),
          ...more,
        },
      },
    ])
  const details = {
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  }
  it('A permit of EIP-2612 is named, with spender, amount and deadline', () => {
    const told = permit(
      'Permit',
      'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
      { owner: ME, spender: TO, value: '7', nonce: 0, deadline: 1_700_000_000 },
    )
    expect(told).toMatchObject({ title: 'evm.permit', complete: true })
    expect(
      ['evm.spender', 'evm.baseUnits', 'evm.deadline', 'owner'].map(
        (label) => rowOf(told, label)?.value,
      ),
    ).toEqual([TO, '7', '1700000000 (2023-11-14 22:13:20 UTC)', ME])
  })
  it('A permit of DAI is warned of, because it has no limit', () => {
    const fields = 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'
    expect(
      warnings(
        permit('Permit', fields, { holder: ME, spender: TO, nonce: 0, expiry: 0, allowed: true }),
      ),
    ).toEqual(['evm.canSpend', 'evm.neverEnds', 'evm.unlimited'])
    expect(
      warnings(
        permit('Permit', fields, { holder: ME, spender: TO, nonce: 0, expiry: 0, allowed: false }),
      ),
    ).toEqual([])
  })
  it('A permit of zero ends a permission, and a zero that numbers an item does not (audit M6)', () => {
    const said = (fields: string, message: object, more: object = {}) => {
      const told = permit(
        'Permit',
        `address spender, ${fields}, uint256 nonce, uint256 deadline`,
        { spender: TO, nonce: 3, deadline: String(maxUint256), ...message },
        undefined,
        more,
      )
      return [told?.title, warnings(told)]
    }
    expect(said('uint256 value', { value: 0 })).toEqual(['evm.endPermission', []])
    expect(
      said(
        'PermitDetails[] details',
        { details: [0, 0].map((amount) => ({ token: TOKEN, amount, expiration: 0, nonce: 0 })) },
        details,
      ),
    ).toEqual(['evm.endPermission', []])
    for (const [fields, message] of [
      ['uint256 tokenId', { tokenId: 0 }],
      ['uint256 value, uint256 tokenId', { value: 0, tokenId: 0 }],
      ['uint256 value, string more', { value: 0, more: 'x' }],
    ] as const)
      expect(said(fields, message)).toEqual(['evm.permit', ['evm.canSpend', 'evm.neverEnds']])
    expect(
      said(
        'PermitDetails[] details',
        { details: [0, 1].map((amount) => ({ token: TOKEN, amount, expiration: 0, nonce: 0 })) },
        details,
      )[0],
    ).toBe('evm.permit')
  })
  it('A permit of Permit2 names token, amount and both times', () => {
    const told = permit(
      'PermitSingle',
      'PermitDetails details, address spender, uint256 sigDeadline',
      {
        details: { token: TOKEN, amount: String(2n ** 160n - 1n), expiration: 5, nonce: 0 },
        spender: TO,
        sigDeadline: 6,
      },
      { name: 'Permit2', chainId: 1, verifyingContract: TO },
      details,
    )
    expect([told?.title, warnings(told)]).toEqual(['evm.permit', ['evm.unlimited', 'evm.canSpend']])
    expect(
      ['evm.token', 'evm.expiration', 'evm.deadline'].map((label) => rowOf(told, label)?.value),
    ).toEqual([TOKEN, '5 (1970-01-01 00:00:05 UTC)', '6 (1970-01-01 00:00:06 UTC)'])
  })
  it('Typed data whose domain differs from the signed one is not complete', () => {
    const told = (types: object) =>
      say('eth_signTypedData_v4', [
        ME,
        {
          primaryType: 'A',
          domain: { name: 'Token' },
          message: { a: true },
          types: { A: [{ name: 'a', type: 'bool' }], ...types },
        },
      ])
    expect(
      [
        told({}),
        told({ EIP712Domain: [] }),
        told({ EIP712Domain: [{ name: 'name', type: 'bytes32' }] }),
        told({ EIP712Domain: [{ name: 'name', type: 'string' }] }),
      ].map((each) => each?.complete),
    ).toEqual([false, false, false, true])
  })
  it('Typed data cannot pass off its field names as our labels', () => {
    for (const name of ['evm.to', 'a b', ''])
      expect(
        say('eth_signTypedData_v4', [
          ME,
          {
            primaryType: 'A',
            domain: {},
            message: { [name]: TO },
            types: { EIP712Domain: [], A: [{ name, type: 'address' }] },
          },
        ]),
      ).toBeUndefined()
    expect(
      rowOf(
        permit('A', 'B evm', { evm: { to: TO } }, {}, { B: [{ name: 'to', type: 'address' }] }),
        'evm › to',
      )?.value,
    ).toBe(TO)
  })
})

group('signing in (EIP-4361)', () => {
  const message = (domain: string, chainId = '1', address = ME) =>
    stringToHex(
      `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://${domain.replace(/^https:../, '')}\nVersion: 1\nChain ID: ${chainId}\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z`,
    )
  const signIn = (...of: Parameters<typeof message>) =>
    say('personal_sign', [message(...of), ME], { account: ME, host: 'shop.example' })
  it('A sign-in message names its domain, and warns of another domain, network and account', () => {
    expect([
      signIn('shop.example')?.title,
      rowOf(signIn('shop.example'), 'evm.signInDomain')?.value,
      warnings(signIn('shop.example')),
    ]).toEqual(['evm.signIn', 'shop.example', []])
    expect(warnings(signIn('https://shop.example'))).toEqual([])
    expect(signIn('shop.example')?.complete).toBe(true)
    expect(warnings(signIn('evil.example', '5', TO))).toEqual([
      'evm.otherDomain',
      'evm.otherAccount',
      'evm.otherNetwork',
    ])
  })
})

group('signing in with the URI of another site', () => {
  const signIn = (uri: string, scheme = '') =>
    say(
      'personal_sign',
      [
        stringToHex(
          `${scheme}shop.example wants you to sign in with your Ethereum account:\n${ME}\n\n` +
            `URI: ${uri}\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z`,
        ),
        ME,
      ],
      { account: ME, host: 'shop.example' },
    )
  it.each([
    ['https://evil.example/login', ''],
    ['https://shop.example@evil.example', ''],
    ['http://shop.example', ''],
    ['did:key:z6Mk', ''],
    ['https://shop.example', 'http://'],
  ])(
    'A sign-in with the URI of another site is warned of and incomplete: %s beside %j (audit L4)',
    (uri, scheme) => {
      expect([
        signIn(uri, scheme)?.title,
        warnings(signIn(uri, scheme)),
        signIn(uri, scheme)?.complete,
      ]).toEqual(['evm.signIn', ['evm.otherUri'], false])
    },
  )
})

group('another account than the one in use', () => {
  it('A request for another account than the active one is shown with a warning', () => {
    for (const told of [
      say('personal_sign', [stringToHex('Hi'), TO]),
      send({ from: TO, to: TO, value: '0x1' }),
      say('eth_signTypedData_v4', [
        TO,
        { primaryType: 'A', domain: {}, message: {}, types: { EIP712Domain: [], A: [] } },
      ]),
    ])
      expect(warnings(told)).toContain('evm.otherAccount')
    expect(rowOf(say('personal_sign', [stringToHex('Hi'), TO], {}), 'evm.from')).toEqual({
      label: 'evm.from',
      value: TO,
    })
  })
})

it('A request that names no account is shown for the account that the wallet would use', () => {
  const by = { account: ME, unnamed: TO }
  const from = { label: 'evm.from', value: TO, warning: 'evm.otherAccount' }
  const calls = [
    { to: TO, value: '0x1' },
    { to: TO, value: '0x2' },
  ]
  for (const told of [
    say('eth_sendTransaction', [{ to: TO, value: '0x1' }], by),
    say('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', calls }], by),
  ])
    expect(told?.rows.filter(({ label }) => label === 'evm.from')).toEqual([from])
  for (const told of [
    say('eth_sendTransaction', [{ from: ME, to: TO, value: '0x1' }], by),
    say('wallet_sendCalls', [{ version: '2.0.0', from: ME, chainId: '0x1', calls }], by),
    say('eth_sendTransaction', [{ to: TO, value: '0x1' }], { account: ME, unnamed: ME }),
  ])
    expect(warnings(told)).toEqual([])
})

group('what it costs', () => {
  it('The highest fee of a transaction is shown where the request states it', () => {
    expect(
      rowOf(
        send({ to: TO, gas: '0x5208', maxFeePerGas: '0x3b9aca00', gasPrice: '0x77359400' }),
        'evm.highestFee',
      )?.value,
    ).toBe('0.000042 ETH')
    expect(rowOf(send({ to: TO, gasPrice: '0x3b9aca00' }), 'evm.gasPrice')?.value).toBe('1 gwei')
    expect(rowOf(send({ to: TO, nonce: '0x7' }), 'evm.nonce')?.value).toBe('7')
    expect(send({ to: TO, gas: 'much' })?.complete).toBe(false)
  })
})

group('several calls (EIP-5792)', () => {
  const batch = (change: object = {}) =>
    say('wallet_sendCalls', [
      {
        version: '2.0.0',
        from: ME,
        chainId: '0x1',
        atomicRequired: true,
        calls: [
          { to: TO, value: '0x1' },
          { to: TO, value: '0x2' },
        ],
        ...change,
      },
    ])
  it('Several calls are shown one by one', () => {
    expect(batch()).toMatchObject({
      title: 'evm.sendCalls',
      complete: true,
      rows: [
        { label: 'evm.sendTransaction', value: '1 / 2' },
        { value: TO },
        { value: '0.000000000000000001 ETH' },
        { label: 'evm.sendTransaction', value: '2 / 2' },
        { value: TO },
        { value: '0.000000000000000002 ETH' },
      ],
    })
  })
  it.each<[string, object, string[]]>([
    ['for another network', { chainId: '0x5' }, ['evm.otherNetwork']],
    ['of which one cannot be read', { calls: [{ to: TO, value: 'x' }] }, ['evm.unreadable']],
    ['with capabilities', { capabilities: { paymasterService: {} } }, []],
    ['with an unknown field', { more: 1 }, ['evm.nobodyKnows']],
    ['without a network', { chainId: undefined }, []],
    [
      'of which there are too many',
      { calls: Array.from({ length: 21 }, () => ({ to: TO })) },
      ['evm.unreadable'],
    ],
  ])('Calls %s are not complete', (_, change, warned) =>
    expect([batch(change)?.complete, warnings(batch(change))]).toEqual([false, warned]),
  )
})

it('A transaction that is only signed is described as such', () => {
  expect(say('eth_signTransaction', [{ from: ME, to: TO, value: '0x1' }])).toMatchObject({
    title: 'evm.signTransaction',
    complete: true,
    rows: [{ label: 'evm.sendTransaction' }, { value: TO }, { value: '0.000000000000000001 ETH' }],
  })
})

it('Every key of a description has an English text', () => {
  const told = [
    say('personal_sign', ['x', ME]),
    say('personal_sign', [stringToHex('\u200b'), ME]),
    send({ to: TO }),
    send({}),
    send({ to: TO, data: '0x00', chainId: 9, value: '0x1' }),
    send({
      to: TOKEN,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TO, maxUint256] }),
    }),
  ]
  for (const one of told)
    for (const key of [
      one!.title,
      ...one!.rows.flatMap(({ label, warning }) => [label, ...(warning ? [warning] : [])]),
    ])
      expect(words).toHaveProperty([key])
})
it('Requests that are not understood are left to be shown raw', () => {
  for (const method of [
    'eth_sign',
    'eth_signTransaction',
    'wallet_sendCalls',
    'eth_sendTransaction',
  ])
    expect(say(method, [{}, {}])).toBeUndefined()
})
