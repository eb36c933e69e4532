import type { ConnectedAccount } from '@latchkey/plugin-api'
import { defineCase, type Corpus } from '../../../tools/tests/corpus/src/case.js'
import { toNetwork } from '../src/chain/chains.js'
import { describe } from '../src/describe/describe.js'
import { english } from '../src/messages.js'
import { cosmoshub } from '../src/chain/networks.js'

const ME = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'
const OTHER = 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'
const VALIDATOR = 'cosmosvaloper1m9l358xunhhwds0568za49mzhvuxx9ux'

/**
 * A message of protobuf in words: field numbers, each with a text, a number, or another message.
 */
type Proto = readonly (readonly [id: number, value: string | number | Proto])[]
interface Direct {
  type: string
  message: Proto
  memo?: string
  more?: object
  body?: Proto
}
interface Amino {
  type: string
  value: object
  doc?: object
  fee?: object
  params?: object
}
type Request =
  | { direct: readonly Direct[] }
  | { amino: readonly Amino[] }
  | { message: string; value?: object; fee?: object }

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))]
const encode = (fields: Proto): number[] =>
  fields.flatMap(([id, value]) => {
    if (typeof value === 'number') return [...varint(id * 8), ...varint(value)]
    const bytes = typeof value === 'string' ? [...Buffer.from(value)] : encode(value)
    return [...varint(id * 8 + 2), ...varint(bytes.length), ...bytes]
  })
const base64 = (fields: Proto): string => Buffer.from(encode(fields)).toString('base64')
const coin = (amount: string): Proto => [
  [1, 'uatom'],
  [2, amount],
]
const SEND: Direct = {
  type: '/cosmos.bank.v1beta1.MsgSend',
  message: [
    [1, ME],
    [2, OTHER],
    [3, coin('5')],
  ],
}

function ask(request: Request) {
  const about = (method: string, signDoc: object, more: object = {}) =>
    describe({
      network: toNetwork(cosmoshub),
      chain: cosmoshub,
      method,
      params: { signerAddress: ME, signDoc, ...more },
      account: { address: ME } as ConnectedAccount,
      host: 'shop.example',
    })
  const empty = {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    memo: '',
    fee: { gas: '0', amount: [] },
  }
  if ('message' in request)
    return about('cosmos_signAmino', {
      ...empty,
      fee: { ...empty.fee, ...request.fee },
      msgs: [
        {
          type: 'sign/MsgSignData',
          value: {
            signer: ME,
            data: Buffer.from(
              request.message,
              request.message.startsWith('\\x') ? 'latin1' : 'utf8',
            ).toString('base64'),
            ...request.value,
          },
        },
      ],
    })
  if ('amino' in request) {
    const [{ doc, fee, params } = {} as Amino] = request.amino
    return about(
      'cosmos_signAmino',
      {
        ...empty,
        chain_id: 'cosmoshub-4',
        fee: { gas: '100000', amount: [{ denom: 'uatom', amount: '2500' }], ...fee },
        msgs: request.amino.map(({ type, value }) => ({ type, value })),
        ...doc,
      },
      params,
    )
  }
  const [first] = request.direct
  const body: Proto = [
    ...request.direct.map(
      ({ type, message }) =>
        [
          1,
          [
            [1, type],
            [2, message],
          ],
        ] as const,
    ),
    ...(first?.memo === undefined ? [] : [[2, first.memo] as const]),
    ...(first?.body ?? []),
  ]
  const auth: Proto = [
    [
      1,
      [
        [1, []],
        [2, []],
        [3, 1],
      ],
    ],
    [
      2,
      [
        [1, coin('2500')],
        [2, 100_000],
      ],
    ],
  ]
  return about('cosmos_signDirect', {
    chainId: 'cosmoshub-4',
    accountNumber: '1',
    bodyBytes: base64(body),
    authInfoBytes: base64(auth),
    ...first?.more,
  })
}
const direct = (type: string, message: Proto): Request => ({ direct: [{ type, message }] })
const amino = (type: string, value: object): Request => ({ amino: [{ type, value }] })
const generic = (of: string, ends: boolean): Proto => [
  [1, ME],
  [2, OTHER],
  [
    3,
    [
      [
        1,
        [
          [1, '/cosmos.authz.v1beta1.GenericAuthorization'],
          [2, [[1, of]]],
        ],
      ],
      ...(ends ? [[2, [[1, 1_900_000_000]]] as const] : []),
    ],
  ],
]
const execute = (call: object): Request =>
  direct('/cosmwasm.wasm.v1.MsgExecuteContract', [
    [1, ME],
    [2, OTHER],
    [3, JSON.stringify(call)],
  ])
const signIn = (domain: string, uri: string): Request => ({
  message: `${domain} wants you to sign in with your Cosmos account:\n${ME}\n\nURI: ${uri}`,
})

export const corpus: Corpus<Request> = {
  texts: english,
  describe: ask,
  cases: [
    defineCase(
      'right to send, for ever',
      'authz phishing, 2022: GenericAuthorization MsgSend',
      direct('/cosmos.authz.v1beta1.MsgGrant', generic('/cosmos.bank.v1beta1.MsgSend', false)),
      'cosmos.actForYou',
      ['cosmos.canAct', 'cosmos.unlimited', 'cosmos.neverEnds'],
      [['cosmos.grantee', OTHER], ['cosmos.type', 'MsgSend'], 'cosmos.data'],
    ),
    defineCase(
      'right to grant further rights',
      'authz: GenericAuthorization MsgGrant',
      direct('/cosmos.authz.v1beta1.MsgGrant', generic('/cosmos.authz.v1beta1.MsgGrant', true)),
      'cosmos.actForYou',
      ['cosmos.canAct', 'cosmos.unlimited'],
      [['cosmos.grantee', OTHER], 'cosmos.ends'],
    ),
    defineCase(
      'right to vote',
      'authz and gov; governance attacks',
      direct('/cosmos.authz.v1beta1.MsgGrant', generic('/cosmos.gov.v1.MsgVote', true)),
      'cosmos.actForYou',
      ['cosmos.canAct'],
      [['cosmos.type', 'gov']],
    ),
    defineCase(
      'right to stake',
      'authz StakeAuthorization; REStake',
      direct('/cosmos.authz.v1beta1.MsgGrant', [
        [1, ME],
        [2, OTHER],
        [
          3,
          [
            [
              1,
              [
                [1, '/cosmos.staking.v1beta1.StakeAuthorization'],
                [2, [[4, 1]]],
              ],
            ],
            [2, [[1, 1_900_000_000]]],
          ],
        ],
      ]),
      'cosmos.actForYou',
      ['cosmos.canAct'],
      [['cosmos.permission', 'StakeAuthorization']],
    ),
    defineCase(
      'right to send, by Amino',
      'authz in Ledger wallets',
      amino('cosmos-sdk/MsgGrant', {
        granter: ME,
        grantee: OTHER,
        grant: {
          authorization: {
            type: 'cosmos-sdk/GenericAuthorization',
            value: { msg: '/cosmos.bank.v1beta1.MsgSend' },
          },
        },
      }),
      'cosmos.actForYou',
      ['cosmos.canAct', 'cosmos.unlimited', 'cosmos.neverEnds'],
      [['cosmos.grantee', OTHER]],
    ),
    defineCase(
      'fees without a limit',
      'feegrant BasicAllowance',
      direct('/cosmos.feegrant.v1beta1.MsgGrantAllowance', [
        [1, ME],
        [2, OTHER],
        [
          3,
          [
            [1, '/cosmos.feegrant.v1beta1.BasicAllowance'],
            [2, []],
          ],
        ],
      ]),
      'cosmos.payFees',
      ['cosmos.paysFees', 'cosmos.unlimited', 'cosmos.neverEnds'],
      [['cosmos.grantee', OTHER]],
    ),
    defineCase(
      'fees with a limit',
      'feegrant BasicAllowance',
      direct('/cosmos.feegrant.v1beta1.MsgGrantAllowance', [
        [1, ME],
        [2, OTHER],
        [
          3,
          [
            [1, '/cosmos.feegrant.v1beta1.BasicAllowance'],
            [
              2,
              [
                [1, coin('5')],
                [2, [[1, 1_900_000_000]]],
              ],
            ],
          ],
        ],
      ]),
      'cosmos.payFees',
      ['cosmos.paysFees'],
      ['cosmos.ends'],
    ),
    defineCase(
      'fees, by Amino',
      'feegrant',
      amino('cosmos-sdk/MsgGrantAllowance', {
        granter: ME,
        grantee: OTHER,
        allowance: { type: 'cosmos-sdk/BasicAllowance', value: { spend_limit: [] } },
      }),
      'cosmos.payFees',
      ['cosmos.paysFees', 'cosmos.unlimited'],
      ['cosmos.grantee'],
    ),
    defineCase(
      'rewards to another',
      'distribution MsgSetWithdrawAddress',
      direct('/cosmos.distribution.v1beta1.MsgSetWithdrawAddress', [
        [1, ME],
        [2, OTHER],
      ]),
      'cosmos.changeRewards',
      ['cosmos.rewardsGo'],
      [['cosmos.rewardsTo', OTHER]],
    ),
    defineCase(
      'rewards to another, by Amino',
      'distribution',
      amino('cosmos-sdk/MsgModifyWithdrawAddress', {
        delegator_address: ME,
        withdraw_address: OTHER,
      }),
      'cosmos.changeRewards',
      ['cosmos.rewardsGo'],
      ['cosmos.rewardsTo'],
    ),
    defineCase(
      'stake moved to another validator',
      'staking MsgBeginRedelegate',
      direct('/cosmos.staking.v1beta1.MsgBeginRedelegate', [
        [1, ME],
        [2, VALIDATOR],
        [3, `${VALIDATOR}x`],
        [4, coin('5')],
      ]),
      'cosmos.redelegate',
      [],
      ['cosmos.validator', ['cosmos.amount', 'ATOM']],
    ),
    defineCase(
      'stake undone',
      'staking MsgUndelegate',
      amino('cosmos-sdk/MsgUndelegate', {
        delegator_address: ME,
        validator_address: VALIDATOR,
        amount: { denom: 'uatom', amount: '5' },
      }),
      'cosmos.undelegate',
      [],
      [['cosmos.amount', 'ATOM']],
    ),
    defineCase(
      'stake given away as a record',
      'liquid staking MsgTransferTokenizeShareRecord',
      direct('/cosmos.staking.v1beta1.MsgTransferTokenizeShareRecord', [
        [1, 7],
        [2, ME],
        [3, OTHER],
      ]),
      'cosmos.handOver',
      ['cosmos.ownerGoes'],
      [['cosmos.newOwner', OTHER]],
    ),
    defineCase(
      'money to another network',
      'ICS-20; phishing to lookalike chains',
      direct('/ibc.applications.transfer.v1.MsgTransfer', [
        [1, 'transfer'],
        [2, 'channel-0'],
        [3, coin('5')],
        [4, ME],
        [5, 'osmo1m9l358xunhhwds0568za49mzhvuxx9uxrwk8q0'],
      ]),
      'cosmos.sendElsewhere',
      ['cosmos.elsewhere'],
      [['cosmos.to', 'osmo1'], 'cosmos.channel'],
    ),
    defineCase(
      'tokens of a contract approved',
      'CW-20 increase_allowance',
      execute({ increase_allowance: { spender: OTHER, amount: '5' } }),
      'cosmos.approve',
      ['cosmos.canSpend'],
      [['cosmos.grantee', OTHER], 'cosmos.data'],
    ),
    defineCase(
      'collection of a contract approved',
      'CW-721 approve_all',
      execute({ approve_all: { operator: OTHER } }),
      'cosmos.approve',
      ['cosmos.unlimited'],
      [['cosmos.grantee', OTHER]],
    ),
    defineCase(
      'contract called',
      'Astroport, 2024 and others',
      execute({ swap: { offer_asset: { amount: '5' } } }),
      'cosmos.callContract',
      [],
      [['cosmos.call', 'swap'], 'cosmos.contract'],
    ),
    defineCase(
      'contract called, by Amino',
      'wasm',
      amino('wasm/MsgExecuteContract', {
        sender: ME,
        contract: OTHER,
        msg: { approve: { spender: OTHER, token_id: '7' } },
        funds: [{ denom: 'uatom', amount: '5' }],
      }),
      'cosmos.approve',
      ['cosmos.canSpend'],
      [['cosmos.amount', 'ATOM']],
    ),
    defineCase(
      'contract called with many coins',
      'first of the coins worthless; audit M6',
      direct('/cosmwasm.wasm.v1.MsgExecuteContract', [
        [1, ME],
        [2, OTHER],
        [3, '{"swap":{}}'],
        [
          5,
          [
            [1, 'ibc/AB'],
            [2, '1'],
          ],
        ],
        [5, coin('9000000000')],
      ]),
      'cosmos.callContract',
      [],
      [
        ['cosmos.amount', '1 ibc/AB'],
        ['cosmos.amount', '9000 ATOM'],
      ],
    ),
    defineCase(
      'contract called with many coins, by Amino',
      'first of the coins worthless; audit M6',
      amino('wasm/MsgExecuteContract', {
        sender: ME,
        contract: OTHER,
        msg: { swap: {} },
        funds: [
          { denom: 'ibc/AB', amount: '1' },
          { denom: 'uatom', amount: '9000000000' },
        ],
      }),
      'cosmos.callContract',
      [],
      [
        ['cosmos.amount', '1 ibc/AB'],
        ['cosmos.amount', '9000 ATOM'],
      ],
    ),
    defineCase(
      'contract migrated',
      'wasm MsgMigrateContract; Anchor-like takeovers',
      direct('/cosmwasm.wasm.v1.MsgMigrateContract', [
        [1, ME],
        [2, OTHER],
        [3, 7],
        [4, '{}'],
      ]),
      'cosmos.replaceCode',
      ['cosmos.otherCode'],
      ['cosmos.contract'],
    ),
    defineCase(
      'admin of a contract changed',
      'wasm MsgUpdateAdmin',
      direct('/cosmwasm.wasm.v1.MsgUpdateAdmin', [
        [1, ME],
        [2, OTHER],
        [3, OTHER],
      ]),
      'cosmos.handOver',
      ['cosmos.control'],
      [['cosmos.grantee', OTHER]],
    ),
    defineCase(
      'admin of a contract given up',
      'wasm MsgClearAdmin',
      direct('/cosmwasm.wasm.v1.MsgClearAdmin', [
        [1, ME],
        [3, OTHER],
      ]),
      'cosmos.handOver',
      ['cosmos.noAdmin'],
      ['cosmos.contract'],
    ),
    defineCase(
      'message that nobody knows',
      'app chains',
      direct('/evil.module.MsgDrain', [[1, ME]]),
      'cosmos.unknownMessage',
      [],
      [['cosmos.type', 'MsgDrain'], 'cosmos.data'],
    ),
    defineCase(
      'grant behind a payment',
      'authz hidden in a batch',
      {
        direct: [
          SEND,
          {
            type: '/cosmos.authz.v1beta1.MsgGrant',
            message: generic('/cosmos.bank.v1beta1.MsgSend', false),
          },
        ],
      },
      'cosmos.signTransaction',
      ['cosmos.canAct'],
      [
        ['cosmos.send', '1 / 2'],
        ['cosmos.actForYou', '2 / 2'],
      ],
    ),
    defineCase(
      'payment with an extension',
      'body extension options',
      { direct: [{ ...SEND, body: [[1023, [[1, '/x']]]] }] },
      'cosmos.send',
      [],
      ['cosmos.to'],
    ),
    defineCase(
      'payment from another',
      'MsgSend with another signer',
      direct('/cosmos.bank.v1beta1.MsgSend', [
        [1, OTHER],
        [2, ME],
        [3, coin('5')],
      ]),
      'cosmos.send',
      ['cosmos.otherAccount'],
      ['cosmos.from'],
      true,
    ),
    defineCase(
      'payment on another network',
      'chain id',
      {
        amino: [
          {
            type: 'cosmos-sdk/MsgSend',
            value: {
              from_address: ME,
              to_address: OTHER,
              amount: [{ denom: 'uatom', amount: '5' }],
            },
            doc: { chain_id: 'osmosis-1' },
          },
        ],
      },
      'cosmos.send',
      ['cosmos.otherNetwork'],
      ['cosmos.chain'],
    ),
    defineCase(
      'payment with a field beside it',
      'audit M6',
      {
        amino: [
          {
            type: 'cosmos-sdk/MsgSend',
            value: {
              from_address: ME,
              to_address: OTHER,
              amount: [{ denom: 'uatom', amount: '5' }],
            },
            params: { signOptions: { preferNoSetFee: true } },
          },
        ],
      },
      'cosmos.send',
      [],
      ['cosmos.to'],
    ),
    defineCase(
      'memo that hides letters',
      'exchange memos',
      { direct: [{ ...SEND, memo: 'a\u202eb' }] },
      'cosmos.send',
      ['cosmos.hiddenCharacters'],
      ['cosmos.memo'],
    ),
    defineCase(
      'message with a fee that is none',
      'ADR-36',
      { message: 'Hi', fee: { payer: OTHER } },
      'cosmos.signMessage',
      [],
      ['cosmos.message'],
    ),
    defineCase(
      'sign-in of another site',
      'relayed sign-in',
      signIn('evil.example', 'https://evil.example'),
      'cosmos.signIn',
      ['cosmos.otherDomain'],
      ['cosmos.domain'],
      true,
    ),
    defineCase(
      'sign-in at another address',
      'audit L4',
      signIn('shop.example', 'https://evil.example'),
      'cosmos.signIn',
      ['cosmos.otherUri'],
      [['cosmos.signInUri', 'evil.example']],
    ),
  ],
}
