import { maxUint256 } from 'viem'
import { defineCase, type Case } from '../../../tools/tests/corpus/src/case.js'
import { ME, OTHER, TOKEN, type Request } from './corpusParts.js'

type Types = Readonly<Record<string, string>>
const DOMAIN: Types = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}
const HERE = { name: 'Token', version: '1', chainId: 1, verifyingContract: TOKEN }
const fields = (text: string) =>
  text
    .split(', ')
    .filter(Boolean)
    .map((each) => ({ type: each.split(' ')[0], name: each.split(' ')[1] }))
/** Typed data; the first of the types is the one that is signed. */
const typed = (types: Types, message: object, domain: object = HERE): Request => ({
  method: 'eth_signTypedData_v4',
  params: [
    ME,
    {
      types: {
        EIP712Domain: Object.keys(domain).map((name) => ({ name, type: DOMAIN[name] })),
        ...Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fields(text)])),
      },
      primaryType: Object.keys(types)[0],
      domain,
      message,
    },
  ],
})
const HASH = `0x${'ab'.repeat(32)}`
const ZERO = `0x${'00'.repeat(32)}`
const NOBODY = '0x0000000000000000000000000000000000000000'

const PERMIT = {
  Permit: 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
}
const permit = { owner: ME, spender: OTHER, value: '5', nonce: 0, deadline: 1_900_000_000 }
const DETAILS = { PermitDetails: 'address token, uint160 amount, uint48 expiration, uint48 nonce' }
const detail = {
  token: TOKEN,
  amount: String(2n ** 160n - 1n),
  expiration: 1_900_000_000,
  nonce: 0,
}
const TOKENS = { TokenPermissions: 'address token, uint256 amount' }
const permits: readonly Case<Request>[] = [
  defineCase(
    'permit',
    'EIP-2612; Inferno Drainer',
    typed(PERMIT, permit),
    'evm.permit',
    ['evm.canSpend'],
    [['evm.spender', OTHER], 'evm.baseUnits', 'evm.deadline'],
    true,
  ),
  defineCase(
    'permit of the largest uint96, for ever',
    'UNI and COMP; audit M6e',
    typed(
      {
        Permit: 'address owner, address spender, uint96 rawAmount, uint256 nonce, uint256 deadline',
      },
      {
        owner: ME,
        spender: OTHER,
        rawAmount: String(2n ** 96n - 1n),
        nonce: 0,
        deadline: String(maxUint256),
      },
    ),
    'evm.permit',
    ['evm.canSpend', 'evm.unlimited', 'evm.neverEnds'],
    ['rawAmount'],
    true,
  ),
  defineCase(
    'permit that only calls itself something',
    'audit M6d',
    typed(PERMIT, permit, { name: 'Harmless Shop' }),
    'evm.permit',
    ['evm.canSpend', 'evm.everyNetwork', 'evm.noContract'],
    [['evm.domain.name', 'Harmless Shop'], 'evm.domain.chainId', 'evm.domain.verifyingContract'],
  ),
  defineCase(
    'permit without a network',
    'audit M6d; replays after forks',
    typed(PERMIT, permit, { name: 'Token', verifyingContract: TOKEN }),
    'evm.permit',
    ['evm.everyNetwork'],
    ['evm.domain.chainId'],
  ),
  defineCase(
    'permit of another network',
    'Multichain permits, 2022',
    typed(PERMIT, permit, { ...HERE, chainId: 137, salt: ZERO }),
    'evm.permit',
    ['evm.otherNetwork'],
    ['evm.domain.chainId'],
  ),
  defineCase(
    'permit of DAI',
    'MakerDAO',
    typed(
      { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' },
      { holder: ME, spender: OTHER, nonce: 0, expiry: 0, allowed: true },
    ),
    'evm.permit',
    ['evm.canSpend', 'evm.unlimited', 'evm.neverEnds'],
    ['evm.allowed'],
    true,
  ),
  defineCase(
    'permit of an item',
    'ERC-4494, Uniswap positions',
    typed(
      { Permit: 'address spender, uint256 tokenId, uint256 nonce, uint256 deadline' },
      { spender: OTHER, tokenId: 7, nonce: 0, deadline: 1_900_000_000 },
    ),
    'evm.permit',
    ['evm.canSpend'],
    ['tokenId', 'evm.spender'],
    true,
  ),
  defineCase(
    'permit for everything',
    'ERC-1155 PermitForAll; audit M6c',
    typed(
      {
        PermitForAll:
          'address owner, address operator, bool approved, uint256 nonce, uint256 deadline',
      },
      { owner: ME, operator: OTHER, approved: true, nonce: 0, deadline: 1_900_000_000 },
    ),
    'evm.permitAll',
    ['evm.canSpend', 'evm.unlimited'],
    [['operator', OTHER]],
    true,
  ),
  defineCase(
    'approval for everything under another name',
    'collections with signed approvals',
    typed(
      { ApprovalForAll: 'address operator, bool isApproved' },
      { operator: OTHER, isApproved: true },
    ),
    'evm.permitAll',
    ['evm.canSpend', 'evm.unlimited'],
    ['operator'],
    true,
  ),
  defineCase(
    'permit of Permit2',
    'Uniswap; Pink Drainer',
    typed(
      { PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline', ...DETAILS },
      { details: detail, spender: OTHER, sigDeadline: 1_900_000_000 },
    ),
    'evm.permit',
    ['evm.canSpend', 'evm.unlimited'],
    ['evm.token', 'evm.expiration', 'evm.deadline'],
    true,
  ),
  defineCase(
    'permits of Permit2',
    'Uniswap; Angel Drainer',
    typed(
      { PermitBatch: 'PermitDetails[] details, address spender, uint256 sigDeadline', ...DETAILS },
      {
        details: [detail, { ...detail, token: OTHER }],
        spender: OTHER,
        sigDeadline: 1_900_000_000,
      },
    ),
    'evm.permit',
    ['evm.canSpend', 'evm.unlimited'],
    [['evm.token', OTHER]],
    true,
  ),
  defineCase(
    'permits of Permit2 for nothing yet',
    'empty lists; audit M6b',
    typed(
      { PermitBatch: 'PermitDetails[] details, address spender, uint256 sigDeadline', ...DETAILS },
      { details: [], spender: OTHER, sigDeadline: 1_900_000_000 },
    ),
    'evm.permit',
    ['evm.canSpend', 'evm.emptyList'],
    ['details'],
    true,
  ),
  defineCase(
    'transfer of Permit2',
    'Uniswap SignatureTransfer',
    typed(
      {
        PermitTransferFrom:
          'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
        ...TOKENS,
      },
      {
        permitted: { token: TOKEN, amount: '5' },
        spender: OTHER,
        nonce: 0,
        deadline: 1_900_000_000,
      },
    ),
    'evm.permit',
    ['evm.canSpend'],
    ['evm.token', 'evm.baseUnits'],
    true,
  ),
  defineCase(
    'transfers of Permit2',
    'Uniswap SignatureTransfer',
    typed(
      {
        PermitBatchTransferFrom:
          'TokenPermissions[] permitted, address spender, uint256 nonce, uint256 deadline',
        ...TOKENS,
      },
      {
        permitted: [{ token: TOKEN, amount: String(maxUint256) }],
        spender: OTHER,
        nonce: 0,
        deadline: 1_900_000_000,
      },
    ),
    'evm.permit',
    ['evm.canSpend', 'evm.unlimited'],
    ['evm.token'],
    true,
  ),
  defineCase(
    'transfer of Permit2 with a witness',
    'UniswapX',
    typed(
      {
        PermitWitnessTransferFrom:
          'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline, ExclusiveDutchOrder witness',
        ...TOKENS,
        ExclusiveDutchOrder: 'address swapper, address recipient, uint256 endAmount',
      },
      {
        permitted: { token: TOKEN, amount: '5' },
        spender: OTHER,
        nonce: 0,
        deadline: 1_900_000_000,
        witness: { swapper: ME, recipient: OTHER, endAmount: 0 },
      },
    ),
    'evm.permit',
    ['evm.canSpend'],
    ['witness › recipient'],
    true,
  ),
  defineCase(
    'permit within a signature of a contract account',
    'ERC-7739',
    typed(
      {
        TypedDataSign:
          'Permit contents, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt',
        ...PERMIT,
      },
      {
        contents: permit,
        name: 'Account',
        version: '1',
        chainId: 1,
        verifyingContract: ME,
        salt: ZERO,
      },
    ),
    'evm.permit',
    ['evm.canSpend'],
    [['contents › spender', OTHER]],
    true,
  ),
  defineCase(
    'domain that is not signed',
    'types that leave the network out',
    {
      method: 'eth_signTypedData_v4',
      params: [
        ME,
        {
          types: {
            EIP712Domain: [{ name: 'name', type: 'string' }],
            Permit: fields(PERMIT.Permit),
          },
          primaryType: 'Permit',
          domain: HERE,
          message: permit,
        },
      ],
    },
    'evm.permit',
    ['evm.notSigned', 'evm.everyNetwork', 'evm.noContract'],
    ['evm.domain.chainId'],
  ),
  defineCase(
    'message with a field that its types do not have',
    'wallets that show what they do not sign',
    typed(PERMIT, { ...permit, note: 'a gift' }),
    'evm.permit',
    ['evm.canSpend'],
    [],
  ),
]

const AUTHORIZATION =
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce'
const authorization = {
  from: ME,
  to: OTHER,
  value: '1000000000000',
  validAfter: 0,
  validBefore: 1_900_000_000,
  nonce: HASH,
}
const transfers: readonly Case<Request>[] = [
  defineCase(
    'USDC by signature',
    'EIP-3009; audit M6c',
    typed({ TransferWithAuthorization: AUTHORIZATION }, authorization),
    'evm.transferBySignature',
    ['evm.movesMoney'],
    [['to', OTHER], ['value', '1000000000000'], 'validBefore'],
    true,
  ),
  defineCase(
    'USDC by signature, taken by who gets it',
    'EIP-3009',
    typed({ ReceiveWithAuthorization: AUTHORIZATION }, authorization),
    'evm.transferBySignature',
    ['evm.movesMoney'],
    [['to', OTHER]],
    true,
  ),
  defineCase(
    'authorization withdrawn',
    'EIP-3009',
    typed(
      { CancelAuthorization: 'address authorizer, bytes32 nonce' },
      { authorizer: ME, nonce: HASH },
    ),
    'evm.cancelSignature',
    ['evm.voids'],
    ['nonce'],
    true,
  ),
  defineCase(
    'transfer under a name of its own',
    'tokens with signed transfers',
    typed(
      { Gift: 'address sender, address recipient, uint256 amount' },
      { sender: ME, recipient: OTHER, amount: '5' },
    ),
    'evm.transferBySignature',
    ['evm.movesMoney'],
    ['recipient'],
    true,
  ),
  defineCase(
    'money out of an exchange',
    'Hyperliquid UsdSend',
    typed(
      {
        'HyperliquidTransaction:UsdSend':
          'string hyperliquidChain, string destination, string amount, uint64 time',
      },
      { hyperliquidChain: 'Mainnet', destination: OTHER, amount: '100', time: 1 },
      { name: 'HyperliquidSignTransaction', version: '1', chainId: 1, verifyingContract: NOBODY },
    ),
    'evm.transferBySignature',
    ['evm.movesMoney', 'evm.noContract'],
    ['destination'],
    true,
  ),
  defineCase(
    'withdrawal from an exchange',
    'Hyperliquid Withdraw',
    typed(
      {
        'HyperliquidTransaction:Withdraw':
          'string hyperliquidChain, string destination, string amount, uint64 time',
      },
      { hyperliquidChain: 'Mainnet', destination: OTHER, amount: '100', time: 1 },
      { name: 'HyperliquidSignTransaction', version: '1', chainId: 1, verifyingContract: NOBODY },
    ),
    'evm.transferBySignature',
    ['evm.movesMoney'],
    ['destination'],
    true,
  ),
]

const ITEMS = {
  OfferItem:
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, uint256 endAmount',
  ConsiderationItem:
    'uint8 itemType, address token, uint256 identifierOrCriteria, uint256 startAmount, ' +
    'uint256 endAmount, address recipient',
}
const SEAPORT = {
  OrderComponents:
    'address offerer, address zone, OfferItem[] offer, ConsiderationItem[] consideration, ' +
    'uint8 orderType, uint256 startTime, uint256 endTime, bytes32 zoneHash, uint256 salt, ' +
    'bytes32 conduitKey, uint256 counter',
  ...ITEMS,
}
const item = { itemType: 2, token: TOKEN, identifierOrCriteria: '7', startAmount: 1, endAmount: 1 }
const paid = (recipient: string) => ({
  itemType: 0,
  token: NOBODY,
  identifierOrCriteria: 0,
  startAmount: '1',
  endAmount: '1',
  recipient,
})
const order = (consideration: readonly object[], more: object = {}) => ({
  offerer: ME,
  zone: NOBODY,
  offer: [item],
  consideration,
  orderType: 0,
  startTime: 1,
  endTime: 1_900_000_000,
  zoneHash: ZERO,
  salt: 1,
  conduitKey: ZERO,
  counter: 0,
  ...more,
})
const MARKET = { name: 'Seaport', version: '1.5', chainId: 1, verifyingContract: OTHER }
const orders: readonly Case<Request>[] = [
  defineCase(
    'item for nothing',
    'Seaport; OpenSea phishing, 2022; audit M6b',
    typed(SEAPORT, order([]), MARKET),
    'evm.order',
    ['evm.offered', 'evm.forNothing'],
    [['consideration', '[]']],
    true,
  ),
  defineCase(
    'item that pays somebody else',
    'Seaport; Kevin Rose, 2023',
    typed(SEAPORT, order([paid(OTHER)]), MARKET),
    'evm.order',
    ['evm.offered', 'evm.forNothing'],
    ['consideration[0] › recipient'],
    true,
  ),
  defineCase(
    'item with a fee',
    'Seaport',
    typed(SEAPORT, order([paid(ME), paid(OTHER)]), MARKET),
    'evm.order',
    ['evm.offered'],
    ['offer[0] › token'],
    true,
  ),
  defineCase(
    'order whose zone knows more',
    'Seaport zones',
    typed(SEAPORT, order([paid(ME)], { zoneHash: HASH, offer: [item, item] }), MARKET),
    'evm.order',
    ['evm.offered', 'evm.hashOnly'],
    ['zoneHash'],
  ),
  defineCase(
    'tree of orders',
    'Seaport BulkOrder',
    typed(
      { BulkOrder: 'OrderComponents[2] tree', ...SEAPORT },
      { tree: [order([]), order([])] },
      MARKET,
    ),
    'evm.order',
    ['evm.offered', 'evm.forNothing'],
    ['tree[0] › consideration'],
    true,
  ),
  defineCase(
    'tree of many orders',
    'Seaport BulkOrder, Blur-like bulk theft',
    typed(
      { BulkOrder: 'OrderComponents[2][2] tree', ...SEAPORT },
      {
        tree: [
          [order([]), order([])],
          [order([]), order([])],
        ],
      },
      MARKET,
    ),
    'evm.order',
    ['evm.offered'],
    ['evm.message'],
  ),
  defineCase(
    'order of CoW to somebody else',
    'CoW Protocol',
    typed(
      {
        Order:
          'address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 ' +
          'buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, string kind',
      },
      {
        sellToken: TOKEN,
        buyToken: OTHER,
        receiver: OTHER,
        sellAmount: '5',
        buyAmount: 0,
        validTo: 1_900_000_000,
        appData: HASH,
        feeAmount: 0,
        kind: 'sell',
      },
    ),
    'evm.order',
    ['evm.offered', 'evm.otherAccount', 'evm.forNothing', 'evm.hashOnly'],
    ['receiver', 'buyAmount'],
  ),
  defineCase(
    'order of 1inch for nothing',
    '1inch limit orders',
    typed(
      {
        Order:
          'uint256 salt, address maker, address receiver, address makerAsset, address takerAsset, ' +
          'uint256 makingAmount, uint256 takingAmount, uint256 makerTraits',
      },
      {
        salt: 1,
        maker: ME,
        receiver: NOBODY,
        makerAsset: TOKEN,
        takerAsset: OTHER,
        makingAmount: '5',
        takingAmount: 0,
        makerTraits: 0,
      },
    ),
    'evm.order',
    ['evm.offered', 'evm.forNothing'],
    ['takingAmount'],
    true,
  ),
  defineCase(
    'order of 0x',
    '0x v4 LimitOrder',
    typed(
      {
        LimitOrder:
          'address makerToken, address takerToken, uint128 makerAmount, uint128 takerAmount, ' +
          'uint128 takerTokenFeeAmount, address maker, address taker, address sender, address ' +
          'feeRecipient, bytes32 pool, uint64 expiry, uint256 salt',
      },
      {
        makerToken: TOKEN,
        takerToken: OTHER,
        makerAmount: 5,
        takerAmount: 1,
        takerTokenFeeAmount: 0,
        maker: ME,
        taker: NOBODY,
        sender: NOBODY,
        feeRecipient: NOBODY,
        pool: ZERO,
        expiry: 1_900_000_000,
        salt: 1,
      },
    ),
    'evm.order',
    ['evm.offered'],
    ['makerAmount'],
    true,
  ),
  defineCase(
    'order of 0x without a network',
    '0x v2',
    typed(
      {
        Order:
          'address makerAddress, address takerAddress, uint256 makerAssetAmount, uint256 ' +
          'takerAssetAmount, uint256 expirationTimeSeconds, bytes makerAssetData, bytes ' +
          'takerAssetData',
      },
      {
        makerAddress: ME,
        takerAddress: NOBODY,
        makerAssetAmount: 5,
        takerAssetAmount: 0,
        expirationTimeSeconds: 1_900_000_000,
        makerAssetData: '0xf47261b0',
        takerAssetData: '0xf47261b0',
      },
      { name: '0x Protocol', version: '2', verifyingContract: OTHER },
    ),
    'evm.order',
    ['evm.offered', 'evm.forNothing', 'evm.everyNetwork', 'evm.callInside'],
    ['makerAssetData'],
  ),
  defineCase(
    'listing of LooksRare',
    'LooksRare v2 Maker',
    typed(
      {
        Maker:
          'uint8 quoteType, address collection, address currency, address signer, uint256 price, uint256[] itemIds',
      },
      { quoteType: 1, collection: TOKEN, currency: NOBODY, signer: ME, price: 0, itemIds: [1, 2] },
    ),
    'evm.order',
    ['evm.offered', 'evm.forNothing'],
    ['itemIds[1]', 'price'],
    true,
  ),
  defineCase(
    'order of Blur',
    'Blur; bulk listings for nothing, 2023',
    typed(
      {
        Order:
          'address trader, uint8 side, address matchingPolicy, address collection, uint256 ' +
          'tokenId, uint256 price, uint256 expirationTime, Fee[] fees',
        Fee: 'uint16 rate, address recipient',
      },
      {
        trader: ME,
        side: 1,
        matchingPolicy: OTHER,
        collection: TOKEN,
        tokenId: 7,
        price: 0,
        expirationTime: 1_900_000_000,
        fees: [{ rate: 10_000, recipient: OTHER }],
      },
    ),
    'evm.order',
    ['evm.offered', 'evm.forNothing', 'evm.otherAccount'],
    ['fees[0] › recipient'],
    true,
  ),
  defineCase(
    'root of a tree of orders',
    'Blur Root',
    typed({ Root: 'bytes32 root' }, { root: HASH }),
    'evm.blindSign',
    ['evm.hashOnly'],
    ['root'],
  ),
  defineCase(
    'order under a name of its own',
    'OTC desks',
    typed(
      { Exchange: 'address maker, address taker, uint256 amount' },
      { maker: ME, taker: OTHER, amount: '5' },
    ),
    'evm.order',
    ['evm.offered'],
    ['maker'],
    true,
  ),
  defineCase(
    'order withdrawn',
    '0x CancelOrder',
    typed({ CancelOrder: 'uint256 orderId' }, { orderId: 7 }),
    'evm.cancelSignature',
    ['evm.voids'],
    ['orderId'],
    true,
  ),
]

const SAFE = {
  SafeTx:
    'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 ' +
    'baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
}
const safe = (operation: number, data = '0x') => ({
  to: OTHER,
  value: 0,
  data,
  operation,
  safeTxGas: 0,
  baseGas: 0,
  gasPrice: 0,
  gasToken: NOBODY,
  refundReceiver: NOBODY,
  nonce: 1,
})
const WALLET = { chainId: 1, verifyingContract: TOKEN }
const CAVEATS = {
  Delegation:
    'address delegate, address delegator, bytes32 authority, Caveat[] caveats, uint256 salt',
  Caveat: 'address enforcer, bytes terms',
}
const acts: readonly Case<Request>[] = [
  defineCase(
    'foreign code in a Safe',
    'Bybit, 2025: operation 1; audit M6c',
    typed(SAFE, safe(1, '0xa9059cbb'), WALLET),
    'evm.safeTransaction',
    ['evm.carriedOut', 'evm.delegateCall', 'evm.callInside'],
    [['operation', '1']],
  ),
  defineCase(
    'payment from a Safe',
    'Safe; no data, operation 0',
    typed(
      { SafeTx: `${SAFE.SafeTx}` },
      { ...safe(0), gasToken: TOKEN },
      { ...WALLET, name: 'Safe' },
    ),
    'evm.safeTransaction',
    ['evm.carriedOut'],
    ['operation', 'to'],
    true,
  ),
  defineCase(
    'message of a Safe',
    'Safe SafeMessage',
    typed({ SafeMessage: 'bytes message' }, { message: HASH }, WALLET),
    'evm.blindSign',
    ['evm.callInside'],
    ['message'],
  ),
  defineCase(
    'hash of a contract account',
    'Coinbase Smart Wallet',
    typed({ CoinbaseSmartWalletMessage: 'bytes32 hash' }, { hash: HASH }),
    'evm.blindSign',
    ['evm.hashOnly'],
    ['hash'],
  ),
  defineCase(
    'operation of an account',
    'ERC-4337 v0.8 PackedUserOperation',
    typed(
      {
        PackedUserOperation:
          'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 ' +
          'accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData',
      },
      {
        sender: ME,
        nonce: 0,
        initCode: '0x',
        callData: '0xb61d27f6',
        accountGasLimits: HASH,
        preVerificationGas: 1,
        gasFees: HASH,
        paymasterAndData: '0x',
      },
    ),
    'evm.metaTransaction',
    ['evm.callInside'],
    ['callData'],
  ),
  defineCase(
    'call that somebody forwards',
    'ERC-2771; thirdweb, 2023',
    typed(
      {
        ForwardRequest:
          'address from, address to, uint256 value, uint256 gas, uint256 nonce, uint48 deadline, bytes data',
      },
      {
        from: ME,
        to: OTHER,
        value: 0,
        gas: 1,
        nonce: 0,
        deadline: 1_900_000_000,
        data: '0x095ea7b3',
      },
    ),
    'evm.metaTransaction',
    ['evm.callInside'],
    ['data'],
  ),
  defineCase(
    'meta-transaction',
    'Biconomy; Matic WETH',
    typed(
      { MetaTransaction: 'uint256 nonce, address from, bytes functionSignature' },
      { nonce: 0, from: ME, functionSignature: '0x095ea7b3' },
      { name: 'WETH', version: '1', verifyingContract: TOKEN, salt: ZERO },
    ),
    'evm.metaTransaction',
    ['evm.callInside', 'evm.everyNetwork'],
    ['functionSignature'],
  ),
  defineCase(
    'calls of an account',
    'EIP-7821-like execution',
    typed(
      {
        Intent: 'address account, Call[] calls, uint256 nonce',
        Call: 'address target, uint256 value, bytes data',
      },
      { account: ME, calls: [{ target: OTHER, value: 1, data: '0xa9059cbb' }], nonce: 0 },
    ),
    'evm.metaTransaction',
    ['evm.callInside'],
    ['calls[0] › target'],
  ),
  defineCase(
    'no calls at all',
    'empty lists; audit M6b',
    typed(
      { Batch: 'address account, Call[] calls', Call: 'address target, bytes data' },
      { account: ME, calls: [] },
    ),
    'evm.metaTransaction',
    ['evm.callInside'],
    [['calls', '[]']],
    true,
  ),
  defineCase(
    'account delegated without a limit',
    'ERC-7710, MetaMask delegation toolkit',
    typed(CAVEATS, { delegate: OTHER, delegator: ME, authority: HASH, caveats: [], salt: 0 }),
    'evm.actForYou',
    ['evm.canAct', 'evm.unlimited'],
    [['caveats', '[]']],
    true,
  ),
  defineCase(
    'account delegated',
    'ERC-7710',
    typed(CAVEATS, {
      delegate: OTHER,
      delegator: ME,
      authority: HASH,
      caveats: [{ enforcer: TOKEN, terms: '0x01' }],
      salt: 0,
    }),
    'evm.actForYou',
    ['evm.canAct'],
    ['caveats[0] › enforcer'],
    true,
  ),
  defineCase(
    'votes delegated by signature',
    'COMP delegateBySig',
    typed(
      { Delegation: 'address delegatee, uint256 nonce, uint256 expiry' },
      { delegatee: OTHER, nonce: 0, expiry: 1_900_000_000 },
    ),
    'evm.delegateVotes',
    ['evm.votes'],
    ['delegatee'],
    true,
  ),
  defineCase(
    'credit delegated by signature',
    'Aave DelegationWithSig',
    typed(
      { DelegationWithSig: 'address delegatee, uint256 value, uint256 nonce, uint256 deadline' },
      { delegatee: OTHER, value: String(maxUint256), nonce: 0, deadline: 1_900_000_000 },
    ),
    'evm.borrow',
    ['evm.debt', 'evm.unlimited'],
    ['delegatee'],
    true,
  ),
  defineCase(
    'manager by signature',
    'Compound III allowBySig',
    typed(
      {
        Authorization:
          'address owner, address manager, bool isAllowed, uint256 nonce, uint256 expiry',
      },
      { owner: ME, manager: OTHER, isAllowed: true, nonce: 0, expiry: 1_900_000_000 },
    ),
    'evm.actForYou',
    ['evm.canAct', 'evm.unlimited'],
    ['manager'],
    true,
  ),
  defineCase(
    'authorization by signature',
    'Morpho Blue',
    typed(
      {
        Authorization:
          'address authorizer, address authorized, bool isAuthorized, uint256 nonce, uint256 deadline',
      },
      { authorizer: ME, authorized: OTHER, isAuthorized: true, nonce: 0, deadline: 1_900_000_000 },
    ),
    'evm.actForYou',
    ['evm.canAct', 'evm.unlimited'],
    ['authorized'],
    true,
  ),
  defineCase(
    'agent of an exchange',
    'Hyperliquid ApproveAgent',
    typed(
      {
        'HyperliquidTransaction:ApproveAgent':
          'string hyperliquidChain, address agentAddress, string agentName, uint64 nonce',
      },
      { hyperliquidChain: 'Mainnet', agentAddress: OTHER, agentName: 'x', nonce: 1 },
    ),
    'evm.actForYou',
    ['evm.canAct'],
    ['agentAddress'],
    true,
  ),
  defineCase(
    'fee of a builder',
    'Hyperliquid ApproveBuilderFee',
    typed(
      {
        'HyperliquidTransaction:ApproveBuilderFee':
          'string hyperliquidChain, string maxFeeRate, address builder, uint64 nonce',
      },
      { hyperliquidChain: 'Mainnet', maxFeeRate: '100%', builder: OTHER, nonce: 1 },
    ),
    'evm.actForYou',
    ['evm.canAct'],
    ['builder', 'maxFeeRate'],
    true,
  ),
  defineCase(
    'action of an exchange as a hash',
    'Hyperliquid Agent',
    typed({ Agent: 'string source, bytes32 connectionId' }, { source: 'a', connectionId: HASH }),
    'evm.blindSign',
    ['evm.hashOnly'],
    ['connectionId'],
  ),
  defineCase(
    'key of a session',
    'session keys of games and accounts',
    typed(
      { SessionKey: 'address sessionKey, uint256 validUntil' },
      { sessionKey: OTHER, validUntil: String(maxUint256) },
    ),
    'evm.actForYou',
    ['evm.canAct', 'evm.neverEnds'],
    ['sessionKey'],
    true,
  ),
  defineCase(
    'data that binds nothing',
    'audit M6d',
    typed({ Note: 'string text, string[] tags' }, { text: 'Hi', tags: [] }, {}),
    'evm.signTypedData',
    ['evm.everyNetwork', 'evm.noContract', 'evm.emptyList'],
    [['tags', '[]']],
    true,
  ),
]

const NUMBER = String(BigInt(OTHER))
const EXCHANGE = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 1,
  verifyingContract: NOBODY,
}
const handed: readonly Case<Request>[] = [
  defineCase(
    'transaction of a zkSync account',
    'zkSync EIP-712 transactions; audit M6',
    typed(
      {
        Transaction:
          'uint256 txType, uint256 from, uint256 to, uint256 gasLimit, uint256 paymaster, uint256 ' +
          'nonce, uint256 value, bytes data, bytes32[] factoryDeps, bytes paymasterInput',
      },
      {
        txType: 113,
        from: String(BigInt(ME)),
        to: NUMBER,
        gasLimit: 5,
        paymaster: 0,
        nonce: 0,
        value: '1000000000000000000',
        data: '0x',
        factoryDeps: [],
        paymasterInput: '0x',
      },
      { name: 'zkSync', version: '2', chainId: 1 },
    ),
    'evm.signTransaction',
    ['evm.movesMoney'],
    [
      ['to', OTHER],
      ['from', ME],
      ['paymaster', NOBODY],
    ],
  ),
  defineCase(
    'account of Farcaster given away',
    'Farcaster IdRegistry Transfer; audit M6',
    typed(
      { Transfer: 'uint256 fid, address to, uint256 nonce, uint256 deadline' },
      { fid: 7, to: OTHER, nonce: 0, deadline: 1_900_000_000 },
    ),
    'evm.handOver',
    ['evm.canAct'],
    [['to', OTHER]],
    true,
  ),
  defineCase(
    'recovery of an account changed',
    'Farcaster ChangeRecoveryAddress; audit M6',
    typed(
      {
        ChangeRecoveryAddress:
          'uint256 fid, address from, address to, uint256 nonce, uint256 deadline',
      },
      { fid: 7, from: ME, to: OTHER, nonce: 0, deadline: 1_900_000_000 },
    ),
    'evm.handOver',
    ['evm.canAct'],
    [['to', OTHER]],
    true,
  ),
  defineCase(
    'account made a shared one',
    'Hyperliquid ConvertToMultiSigUser; audit M6',
    typed(
      {
        'HyperliquidTransaction:ConvertToMultiSigUser':
          'string hyperliquidChain, string signers, uint64 nonce',
      },
      {
        hyperliquidChain: 'Mainnet',
        signers: JSON.stringify({ authorizedUsers: [OTHER], threshold: 1 }),
        nonce: 1,
      },
      EXCHANGE,
    ),
    'evm.handOver',
    ['evm.canAct'],
    [['signers', OTHER]],
    true,
  ),
  defineCase(
    'stake of an exchange delegated',
    'Hyperliquid TokenDelegate; audit M6',
    typed(
      {
        'HyperliquidTransaction:TokenDelegate':
          'string hyperliquidChain, address validator, uint64 wei, bool isUndelegate, uint64 nonce',
      },
      { hyperliquidChain: 'Mainnet', validator: OTHER, wei: 5, isUndelegate: false, nonce: 1 },
      EXCHANGE,
    ),
    'evm.actForYou',
    ['evm.canAct'],
    [['validator', OTHER]],
    true,
  ),
  defineCase(
    'signer linked to a subaccount',
    'Vertex LinkSigner; audit M6',
    typed(
      { LinkSigner: 'bytes32 sender, bytes32 signer, uint64 nonce' },
      { sender: `${ME}${'00'.repeat(12)}`, signer: `${OTHER}${'00'.repeat(12)}`, nonce: 0 },
    ),
    'evm.actForYou',
    ['evm.canAct'],
    [['signer', OTHER]],
    true,
  ),
  defineCase(
    'signer under another name',
    'one-click trading of exchanges; audit M6',
    typed(
      { Enable: 'address account, address signer, uint64 nonce' },
      { account: ME, signer: OTHER, nonce: 0 },
    ),
    'evm.actForYou',
    ['evm.canAct'],
    [['signer', OTHER]],
    true,
  ),
  defineCase(
    'key added to an account',
    'Orderly AddOrderlyKey; audit M6',
    typed(
      {
        AddOrderlyKey:
          'string brokerId, uint256 chainId, string orderlyKey, string scope, uint64 timestamp, uint64 expiration',
      },
      {
        brokerId: 'woofi',
        chainId: 1,
        orderlyKey: 'ed25519:abc',
        scope: 'read,trading',
        timestamp: 1,
        expiration: 1_900_000_000,
      },
    ),
    'evm.actForYou',
    ['evm.canAct'],
    ['orderlyKey'],
    true,
  ),
  defineCase(
    'executors of a profile',
    'Lens ChangeDelegatedExecutorsConfig; audit M6',
    typed(
      {
        ChangeDelegatedExecutorsConfig:
          'uint256 delegatorProfileId, address[] delegatedExecutors, bool[] approvals, uint64 ' +
          'configNumber, bool switchToGivenConfig, uint256 nonce, uint256 deadline',
      },
      {
        delegatorProfileId: 7,
        delegatedExecutors: [OTHER],
        approvals: [true],
        configNumber: 1,
        switchToGivenConfig: true,
        nonce: 0,
        deadline: 1_900_000_000,
      },
    ),
    'evm.actForYou',
    ['evm.canAct'],
    [['delegatedExecutors[0]', OTHER]],
    true,
  ),
  defineCase(
    'permit behind a harmless name',
    "names are the asker's choice; audit M6",
    typed({ CancelAll: 'uint256 nonce, Permit permit', ...PERMIT }, { nonce: 0, permit }),
    'evm.permit',
    ['evm.canSpend', 'evm.voids'],
    [['permit › spender', OTHER]],
    true,
  ),
  defineCase(
    'agent behind an order',
    "names are the asker's choice; audit M6",
    typed(
      { Order: 'uint256 price, Setup setup', Setup: 'address operator' },
      { price: 0, setup: { operator: OTHER } },
    ),
    'evm.actForYou',
    ['evm.canAct', 'evm.forNothing', 'evm.offered'],
    [['setup › operator', OTHER]],
    true,
  ),
  defineCase(
    'permit that calls itself a cancellation',
    "names are the asker's choice; audit M6",
    typed({ CancelPermit: PERMIT.Permit }, permit),
    'evm.permit',
    ['evm.canSpend'],
    [['evm.spender', OTHER]],
    true,
  ),
  defineCase(
    'letter of somebody',
    'EIP-712 Mail; audit M6',
    typed(
      { Mail: 'Person from, Person to, string contents', Person: 'string name, address wallet' },
      {
        from: { name: 'Cow', wallet: ME },
        to: { name: 'Bob', wallet: OTHER },
        contents: 'Hello, Bob!',
      },
    ),
    'evm.signTypedData',
    [],
    [['to › wallet', OTHER]],
  ),
]

export const typedCases: readonly Case<Request>[] = [
  ...permits,
  ...transfers,
  ...orders,
  ...acts,
  ...handed,
]
