import * as v from 'valibot'

/** Text of a request: its length is bounded, so that nothing long is stored or logged. */
export const textOf = (max: number) =>
  v.pipe(
    v.string('This must be text, given once.'),
    v.minLength(1, 'This must not be empty.'),
    v.maxLength(max, `This must have at most ${max} characters.`),
  )

export const CHAIN_ID = v.pipe(
  textOf(42),
  v.description('CAIP-2 id of a configured chain: `eip155:1`.'),
)
export const ACCOUNT = v.pipe(
  textOf(200),
  v.description(
    'An address, or CAIP-10: `eip155:1:0x…`. Without a chain: all chains of its family.',
  ),
)
export const CURSOR = v.pipe(textOf(2048), v.description('`next` of the page before.'))
export const CURRENCY = v.pipe(
  textOf(8),
  v.regex(/^[a-z]{3,8}$/i, 'This must be the code of a currency, for example usd.'),
  v.toLowerCase(),
)

const AMOUNT = v.pipe(
  v.string(),
  v.regex(/^\d+(?:\.\d+)?$/),
  v.description('Whole units, decimal text.'),
)
const UNITS = v.pipe(v.string(), v.regex(/^\d+$/), v.description('Smallest unit, decimal text.'))
const PRICE = v.optional(
  v.pipe(v.number(), v.minValue(0), v.description('Of one whole unit. Absent: not known.')),
)
const PRICED_IN = v.pipe(
  v.string(),
  v.description('Of all prices: the one that was asked for, or usd where none is known in it.'),
)
const ICON = v.pipe(v.string(), v.description('Path at this service; empty: none.'))
const FLAGS = v.object({ is_spam: v.boolean() })
const NEXT = v.pipe(
  v.nullable(v.string()),
  v.description('Cursor of the next page; null at the end.'),
)

export const chainsAnswer = v.object({ http: v.array(v.string()), ws: v.array(v.string()) })

const transferSchema = v.object({
  direction: v.picklist(['in', 'out', 'self']),
  from: v.string(),
  to: v.string(),
  quantity: v.object({ numeric: AMOUNT }),
  fungible_info: v.optional(
    v.object({
      name: v.string(),
      symbol: v.string(),
      decimals: v.pipe(
        v.nullable(v.number()),
        v.description('null: the contract does not say, and the quantity is in its smallest unit.'),
      ),
      address: v.optional(
        v.pipe(v.string(), v.description('CAIP-10; absent for the native coin.')),
      ),
      flags: FLAGS,
    }),
  ),
  nft_info: v.optional(
    v.object({
      name: v.string(),
      contract: v.pipe(v.string(), v.description('CAIP-10.')),
      token_id: v.string(),
      standard: v.picklist(['erc721', 'erc1155']),
      flags: FLAGS,
      content: v.object({
        preview: v.object({ url: v.pipe(v.string(), v.description('Path at this service.')) }),
      }),
    }),
  ),
})

export const historyAnswer = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      metadata: v.object({
        hash: v.string(),
        minedAt: v.pipe(v.string(), v.isoTimestamp()),
        chain: v.string(),
        operationType: v.string(),
        status: v.picklist(['confirmed', 'failed']),
        sentFrom: v.string(),
        sentTo: v.pipe(v.string(), v.description('Empty where the transaction made a contract.')),
        nonce: v.optional(v.number()),
        fee: v.optional(UNITS),
        reason: v.optional(
          v.pipe(
            v.string(),
            v.maxLength(200),
            v.description(
              'Why it failed, in the words of the contract, which a stranger may have written. ' +
                'Absent where the node could not tell.',
            ),
          ),
        ),
      }),
      transfers: v.array(transferSchema),
      more: v.optional(
        v.pipe(v.number(), v.description('So many more transfers are not told one by one.')),
      ),
    }),
  ),
  next: NEXT,
  coinsSince: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.description(
        'On the last page of a chain: payments of its native coin from before this time are not in ' +
          'the list, as nobody had asked for the account. Absent where all are.',
      ),
    ),
  ),
})

export const balanceAnswer = v.object({
  balances: v.array(
    v.object({
      name: v.string(),
      symbol: v.string(),
      chainId: v.string(),
      address: v.optional(
        v.pipe(v.string(), v.description('CAIP-10; absent for the native coin.')),
      ),
      value: v.optional(v.pipe(v.number(), v.minValue(0))),
      price: PRICE,
      quantity: v.object({
        decimals: v.pipe(v.string(), v.regex(/^\d+$/)),
        numeric: AMOUNT,
      }),
      iconUrl: ICON,
      flags: FLAGS,
    }),
  ),
  currency: PRICED_IN,
  missing: v.pipe(
    v.array(v.string()),
    v.description('CAIP-2 ids of the chains of which all or some tokens could not be read now.'),
  ),
  settled: v.optional(
    v.pipe(
      v.boolean(),
      v.description('With a hash in forceUpdate: whether the balances are after its block.'),
    ),
  ),
})

export const nftsAnswer = v.object({
  data: v.array(
    v.object({
      chainId: v.string(),
      contract: v.pipe(v.string(), v.description('CAIP-10.')),
      tokenId: v.string(),
      standard: v.picklist(['erc721', 'erc1155']),
      amount: UNITS,
      collection: v.string(),
      name: v.string(),
      description: v.string(),
      traits: v.array(v.object({ name: v.string(), value: v.string() })),
      imageUrl: v.pipe(v.string(), v.description('Path at this service; empty: none is known.')),
      flags: FLAGS,
    }),
  ),
  next: NEXT,
})

export const approvalsAnswer = v.object({
  data: v.array(
    v.object({
      chainId: v.string(),
      kind: v.pipe(
        v.picklist(['amount', 'item', 'all']),
        v.description('Of an ERC-20; one ERC-721; everything of a collection.'),
      ),
      owner: v.pipe(v.string(), v.description('The account, CAIP-10.')),
      token: v.pipe(v.string(), v.description('CAIP-10.')),
      spender: v.pipe(v.string(), v.description('CAIP-10.')),
      spenderName: v.pipe(v.string(), v.description('Empty: not known.')),
      name: v.string(),
      symbol: v.string(),
      tokenId: v.optional(v.pipe(v.string(), v.description('Of an item.'))),
      quantity: v.optional(
        v.object({
          decimals: v.pipe(
            v.nullable(v.number()),
            v.description('null: the contract does not say, and numeric is in its smallest unit.'),
          ),
          numeric: AMOUNT,
        }),
      ),
      isUnlimited: v.pipe(
        v.boolean(),
        v.description('An amount that no token reaches, or everything of a collection.'),
      ),
      flags: FLAGS,
    }),
  ),
  next: NEXT,
  complete: v.pipe(
    v.boolean(),
    v.description('false: older logs are still being read. Asked again later, there may be more.'),
  ),
  settled: v.optional(
    v.pipe(v.boolean(), v.description('With forceUpdate: whether the transaction is in a block.')),
  ),
})

export const priceAnswer = v.object({
  fungibles: v.array(
    v.object({
      address: v.pipe(v.string(), v.description('As it was asked for.')),
      name: v.string(),
      symbol: v.string(),
      price: PRICE,
      approximate: v.optional(
        v.pipe(v.literal(true), v.description('The price is that of a pool, less its fee.')),
      ),
      iconUrl: ICON,
    }),
  ),
  currency: PRICED_IN,
})

export const sessionsAnswer = v.object({
  sessions: v.array(
    v.object({
      pci: v.string(),
      permissions: v.unknown(),
      expiry: v.pipe(v.number(), v.description('Seconds since 1970.')),
      issuedAt: v.optional(
        v.pipe(
          v.number(),
          v.description(
            'When it was signed, milliseconds since 1970. Absent: the grant did not say.',
          ),
        ),
      ),
      createdAt: v.pipe(v.number(), v.description('Milliseconds since 1970.')),
      delegation: v.optional(
        v.pipe(
          v.string(),
          v.description(
            'The permission context (ERC-7710) with an empty signature, for grants of a context.',
          ),
        ),
      ),
    }),
  ),
})

export const successAnswer = v.object({ status: v.literal('SUCCESS') })

export const walletsAnswer = v.object({
  wallets: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      rdns: v.optional(v.string()),
      homepage: v.optional(v.string()),
      imageUrl: v.optional(v.string()),
      imageId: v.optional(v.string()),
      namespaces: v.optional(v.array(v.string())),
      mobileLink: v.optional(v.string()),
      universalLink: v.optional(v.string()),
      desktopLink: v.optional(v.string()),
      webLink: v.optional(v.string()),
      stores: v.optional(v.array(v.object({ store: v.string(), url: v.string() }))),
    }),
  ),
  total: v.number(),
})

/** `true`, names of providers, `null` to keep what the site set; a feature left out is off. */
export const FEATURE = v.nullable(v.union([v.boolean(), v.array(v.string())]))
export const configAnswer = v.record(v.string(), FEATURE)

export const healthAnswer = v.object({
  status: v.string(),
  resting: v.pipe(v.array(v.string()), v.description('Sources that rest after failures.')),
  copies: v.pipe(
    v.array(
      v.object({
        source: v.string(),
        chain: v.string(),
        state: v.picklist(['ok', 'lagging', 'behind', 'other_chain', 'away']),
        since: v.pipe(
          v.number(),
          v.description('Since when it is ok, or is not; milliseconds since 1970.'),
        ),
        top: v.optional(v.number()),
      }),
    ),
    v.description('Sources that have a copy of a chain, beside the chain of the nodes.'),
  ),
  following: v.pipe(
    v.array(
      v.object({
        chain: v.string(),
        state: v.picklist([
          'starting',
          'waiting',
          'following',
          'behind',
          'other_chain',
          'too_large',
          'timed_out',
          'failing',
        ]),
        since: v.pipe(v.number(), v.description('Milliseconds since 1970.')),
        top: v.optional(v.number()),
        head: v.optional(v.number()),
        filling: v.pipe(v.number(), v.description('Accounts whose old logs are being read.')),
        windows: v.pipe(v.number(), v.description('Kept since the start.')),
        reorgs: v.number(),
        conflicts: v.pipe(v.number(), v.description('Another follower was ahead.')),
      }),
    ),
    v.description('Chains that this instance follows, or waits to follow.'),
  ),
  servers: v.pipe(
    v.array(
      v.object({
        name: v.string(),
        state: v.picklist(['ok', 'away']),
        since: v.pipe(v.number(), v.description('Milliseconds since 1970.')),
      }),
    ),
    v.description('PostgreSQL and Redis, where they are used.'),
  ),
})
