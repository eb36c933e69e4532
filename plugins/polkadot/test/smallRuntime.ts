// A runtime of a few pallets, as it would describe itself: what real ones have more takes seconds
// to read.
import { v14 } from '@polkadot-api/substrate-bindings'

type Metadata = Parameters<typeof v14.enc>[0]
type Lookup = Metadata['lookup'][number]
type Fields = readonly (readonly [name: string, type: number, typeName: string])[]

const type = (
  id: number,
  def: Lookup['def'],
  path: string[] = [],
  params: Lookup['params'] = [],
): Lookup => ({ id, path, params, def, docs: [] })
const primitive = (tag: 'u8' | 'u32' | 'u128' | 'bool'): Lookup['def'] => ({
  tag: 'primitive',
  value: { tag, value: undefined },
})
const fields = (list: Fields) =>
  list.map(([name, of, typeName]) => ({ name: name || undefined, type: of, typeName, docs: [] }))
const variant = (
  ...list: readonly (readonly [index: number, name: string, fields: Fields])[]
): Lookup['def'] => ({
  tag: 'variant',
  value: list.map(([index, name, of]) => ({ index, name, fields: fields(of), docs: [] })),
})

const [
  U8,
  KEY,
  ACCOUNT,
  NOTHING,
  U32,
  U128,
  COMPACT,
  BYTES,
  KEY20,
  ADDRESS,
  BOOL,
  INDEX,
  SYSTEM,
  BALANCES,
  UTILITY,
  CALL,
  CALLS,
  PROXY,
  PROXY_TYPE,
  MAYBE_TYPE,
  EXTRINSIC,
  ACCOUNTS,
  RECOVERY,
  STAKING,
  PAYEE,
  MULTISIG,
  ASSETS,
  VOTING,
  CONTRACTS,
  SESSION,
  XCM,
  PLACE,
] = Array.from({ length: 32 }, (_, id) => id) as number[] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const MONEY = 'T::Balance'
const LOOKUP = 'AccountIdLookupOf<T>'

const lookup: Lookup[] = [
  type(U8, primitive('u8')),
  type(KEY, { tag: 'array', value: { len: 32, type: U8 } }),
  type(ACCOUNT, { tag: 'composite', value: fields([['', KEY, '[u8; 32]']]) }, [
    'sp_core',
    'crypto',
    'AccountId32',
  ]),
  type(NOTHING, { tag: 'tuple', value: [] }),
  type(U32, primitive('u32')),
  type(U128, primitive('u128')),
  type(COMPACT, { tag: 'compact', value: U128 }),
  type(BYTES, { tag: 'sequence', value: U8 }),
  type(KEY20, { tag: 'array', value: { len: 20, type: U8 } }),
  type(
    ADDRESS,
    variant(
      [0, 'Id', [['', ACCOUNT, 'AccountId']]],
      [1, 'Index', [['', INDEX, 'AccountIndex']]],
      [2, 'Raw', [['', BYTES, 'Vec<u8>']]],
      [3, 'Address32', [['', KEY, '[u8; 32]']]],
      [4, 'Address20', [['', KEY20, '[u8; 20]']]],
    ),
    ['sp_runtime', 'multiaddress', 'MultiAddress'],
    [
      { name: 'AccountId', type: ACCOUNT },
      { name: 'AccountIndex', type: NOTHING },
    ],
  ),
  type(BOOL, primitive('bool')),
  type(INDEX, { tag: 'compact', value: NOTHING }),
  type(
    SYSTEM,
    variant(
      [0, 'remark', [['remark', BYTES, 'Vec<u8>']]],
      [7, 'remark_with_event', [['remark', BYTES, 'Vec<u8>']]],
    ),
    ['frame_system', 'pallet', 'Call'],
  ),
  type(
    BALANCES,
    variant(
      [
        0,
        'transfer_allow_death',
        [
          ['dest', ADDRESS, LOOKUP],
          ['value', COMPACT, MONEY],
        ],
      ],
      [
        3,
        'transfer_keep_alive',
        [
          ['dest', ADDRESS, LOOKUP],
          ['value', COMPACT, MONEY],
        ],
      ],
      [
        4,
        'transfer_all',
        [
          ['dest', ADDRESS, LOOKUP],
          ['keep_alive', BOOL, 'bool'],
        ],
      ],
      [
        8,
        'force_set_balance',
        [
          ['who', ADDRESS, LOOKUP],
          ['new_free', COMPACT, MONEY],
        ],
      ],
    ),
    ['pallet_balances', 'pallet', 'Call'],
  ),
  type(
    UTILITY,
    variant(
      [0, 'batch', [['calls', CALLS, 'Vec<<T as Config>::RuntimeCall>']]],
      [2, 'batch_all', [['calls', CALLS, 'Vec<<T as Config>::RuntimeCall>']]],
    ),
    ['pallet_utility', 'pallet', 'Call'],
  ),
  type(
    CALL,
    variant(
      [0, 'System', [['', SYSTEM, 'System']]],
      [5, 'Balances', [['', BALANCES, 'Balances']]],
      [26, 'Utility', [['', UTILITY, 'Utility']]],
      [29, 'Proxy', [['', PROXY, 'Proxy']]],
      [30, 'Recovery', [['', RECOVERY, 'Recovery']]],
      [31, 'Staking', [['', STAKING, 'Staking']]],
      [32, 'Multisig', [['', MULTISIG, 'Multisig']]],
      [33, 'Assets', [['', ASSETS, 'Assets']]],
      [34, 'ConvictionVoting', [['', VOTING, 'ConvictionVoting']]],
      [35, 'Contracts', [['', CONTRACTS, 'Contracts']]],
      [36, 'Session', [['', SESSION, 'Session']]],
      [99, 'XcmPallet', [['', XCM, 'XcmPallet']]],
    ),
    ['small_runtime', 'RuntimeCall'],
  ),
  type(CALLS, { tag: 'sequence', value: CALL }),
  type(
    PROXY,
    variant(
      [
        0,
        'proxy',
        [
          ['real', ADDRESS, LOOKUP],
          ['force_proxy_type', MAYBE_TYPE, 'Option<T::ProxyType>'],
          ['call', CALL, 'Box<<T as Config>::RuntimeCall>'],
        ],
      ],
      [
        1,
        'add_proxy',
        [
          ['delegate', ADDRESS, LOOKUP],
          ['proxy_type', PROXY_TYPE, 'T::ProxyType'],
          ['delay', U32, 'BlockNumberFor<T>'],
        ],
      ],
      [
        4,
        'create_pure',
        [
          ['proxy_type', PROXY_TYPE, 'T::ProxyType'],
          ['delay', U32, 'BlockNumberFor<T>'],
          ['index', U32, 'u16'],
        ],
      ],
      [
        5,
        'kill_pure',
        [
          ['spawner', ADDRESS, LOOKUP],
          ['proxy_type', PROXY_TYPE, 'T::ProxyType'],
          ['index', U32, 'u16'],
        ],
      ],
      [
        6,
        'announce',
        [
          ['real', ADDRESS, LOOKUP],
          ['call_hash', KEY, 'CallHashOf<T>'],
        ],
      ],
    ),
    ['pallet_proxy', 'pallet', 'Call'],
  ),
  type(PROXY_TYPE, variant([0, 'Any', []], [1, 'NonTransfer', []]), ['small_runtime', 'ProxyType']),
  type(
    MAYBE_TYPE,
    variant([0, 'None', []], [1, 'Some', [['', PROXY_TYPE, '']]]),
    ['Option'],
    [{ name: 'T', type: PROXY_TYPE }],
  ),
  type(
    EXTRINSIC,
    { tag: 'composite', value: fields([['', BYTES, '']]) },
    ['sp_runtime', 'generic', 'unchecked_extrinsic', 'UncheckedExtrinsic'],
    [
      { name: 'Address', type: ADDRESS },
      { name: 'Call', type: CALL },
      { name: 'Signature', type: NOTHING },
      { name: 'Extra', type: NOTHING },
    ],
  ),
  type(ACCOUNTS, { tag: 'sequence', value: ACCOUNT }),
  type(
    RECOVERY,
    variant(
      [
        0,
        'as_recovered',
        [
          ['account', ADDRESS, LOOKUP],
          ['call', CALL, 'Box<<T as Config>::RuntimeCall>'],
        ],
      ],
      [
        1,
        'set_recovered',
        [
          ['lost', ADDRESS, LOOKUP],
          ['rescuer', ADDRESS, LOOKUP],
        ],
      ],
      [
        2,
        'create_recovery',
        [
          ['friends', ACCOUNTS, 'Vec<T::AccountId>'],
          ['threshold', U32, 'u16'],
          ['delay_period', U32, 'BlockNumberFor<T>'],
        ],
      ],
      [
        4,
        'vouch_recovery',
        [
          ['lost', ADDRESS, LOOKUP],
          ['rescuer', ADDRESS, LOOKUP],
        ],
      ],
    ),
    ['pallet_recovery', 'pallet', 'Call'],
  ),
  type(
    STAKING,
    variant(
      [7, 'set_payee', [['payee', PAYEE, 'RewardDestination<T::AccountId>']]],
      [8, 'set_controller', [['controller', ADDRESS, LOOKUP]]],
      [
        0,
        'bond',
        [
          ['value', COMPACT, 'BalanceOf<T>'],
          ['payee', PAYEE, 'RewardDestination<T::AccountId>'],
        ],
      ],
    ),
    ['pallet_staking', 'pallet', 'Call'],
  ),
  type(
    PAYEE,
    variant([0, 'Staked', []], [3, 'Account', [['', ACCOUNT, 'AccountId']]]),
    ['pallet_staking', 'RewardDestination'],
    [{ name: 'AccountId', type: ACCOUNT }],
  ),
  type(
    MULTISIG,
    variant(
      [
        0,
        'as_multi_threshold_1',
        [
          ['other_signatories', ACCOUNTS, 'Vec<T::AccountId>'],
          ['call', CALL, 'Box<<T as Config>::RuntimeCall>'],
        ],
      ],
      [
        2,
        'approve_as_multi',
        [
          ['threshold', U32, 'u16'],
          ['other_signatories', ACCOUNTS, 'Vec<T::AccountId>'],
          ['call_hash', KEY, '[u8; 32]'],
        ],
      ],
    ),
    ['pallet_multisig', 'pallet', 'Call'],
  ),
  type(
    ASSETS,
    variant(
      [
        0,
        'approve_transfer',
        [
          ['id', U32, 'T::AssetIdParameter'],
          ['delegate', ADDRESS, LOOKUP],
          ['amount', COMPACT, 'T::Balance'],
        ],
      ],
      [
        1,
        'transfer_ownership',
        [
          ['id', U32, 'T::AssetIdParameter'],
          ['owner', ADDRESS, LOOKUP],
        ],
      ],
      [
        2,
        'set_team',
        [
          ['id', U32, 'T::AssetIdParameter'],
          ['issuer', ADDRESS, LOOKUP],
          ['admin', ADDRESS, LOOKUP],
          ['freezer', ADDRESS, LOOKUP],
        ],
      ],
    ),
    ['pallet_assets', 'pallet', 'Call'],
  ),
  type(
    VOTING,
    variant([
      1,
      'delegate',
      [
        ['class', U32, 'u16'],
        ['to', ADDRESS, LOOKUP],
        ['balance', U128, 'BalanceOf<T>'],
      ],
    ]),
    ['pallet_conviction_voting', 'pallet', 'Call'],
  ),
  type(
    CONTRACTS,
    variant([
      6,
      'call',
      [
        ['dest', ADDRESS, LOOKUP],
        ['value', COMPACT, 'BalanceOf<T>'],
        ['data', BYTES, 'Vec<u8>'],
      ],
    ]),
    ['pallet_contracts', 'pallet', 'Call'],
  ),
  type(
    SESSION,
    variant([
      0,
      'set_keys',
      [
        ['keys', KEY, 'T::Keys'],
        ['proof', BYTES, 'Vec<u8>'],
      ],
    ]),
    ['pallet_session', 'pallet', 'Call'],
  ),
  type(
    XCM,
    variant(
      [
        8,
        'limited_reserve_transfer_assets',
        [
          ['dest', PLACE, 'Box<VersionedLocation>'],
          ['beneficiary', PLACE, 'Box<VersionedLocation>'],
          ['fee_asset_item', U32, 'u32'],
        ],
      ],
      [
        13,
        'transfer_assets_using_type_and_then',
        [
          ['dest', PLACE, 'Box<VersionedLocation>'],
          ['remote_fees_id', U32, 'Box<VersionedAssetId>'],
          ['custom_xcm_on_dest', PLACE, 'Box<VersionedXcm<()>>'],
        ],
      ],
    ),
    ['pallet_xcm', 'pallet', 'Call'],
  ),
  type(PLACE, variant([3, 'V3', [['', KEY, 'MultiLocation']]]), ['xcm', 'VersionedLocation']),
]
const pallet = (name: string, index: number, calls: number): Metadata['pallets'][number] => ({
  name,
  index,
  calls,
  storage: undefined,
  events: undefined,
  constants: [],
  errors: undefined,
  docs: [],
})

export const smallRuntime: Metadata = {
  lookup,
  type: NOTHING,
  apis: [],
  pallets: [
    pallet('System', 0, SYSTEM),
    pallet('Balances', 5, BALANCES),
    pallet('Utility', 26, UTILITY),
    pallet('Proxy', 29, PROXY),
    pallet('Recovery', 30, RECOVERY),
    pallet('Staking', 31, STAKING),
    pallet('Multisig', 32, MULTISIG),
    pallet('Assets', 33, ASSETS),
    pallet('ConvictionVoting', 34, VOTING),
    pallet('Contracts', 35, CONTRACTS),
    pallet('Session', 36, SESSION),
    pallet('XcmPallet', 99, XCM),
  ],
  extrinsic: { type: EXTRINSIC, version: 4, signedExtensions: [] },
}
export const CALL_TYPE = CALL
/** `meta`, the version, and what follows. */
export const encodeRuntime = (): Uint8Array =>
  Uint8Array.from([0x6d, 0x65, 0x74, 0x61, 14, ...v14.enc(smallRuntime)])
