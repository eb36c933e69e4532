import type { DirectoryWallet } from '@latchkey/plugin-api'
import the1inchWallet from './data/1inch-wallet.json' with { type: 'json' }
import airgap from './data/airgap.json' with { type: 'json' }
import alphawallet from './data/alphawallet.json' with { type: 'json' }
import ambire from './data/ambire.json' with { type: 'json' }
import atomicWallet from './data/atomic-wallet.json' with { type: 'json' }
import backpack from './data/backpack.json' with { type: 'json' }
import bestWallet from './data/best-wallet.json' with { type: 'json' }
import bifrostWallet from './data/bifrost-wallet.json' with { type: 'json' }
import binanceWallet from './data/binance-wallet.json' with { type: 'json' }
import bitcoinComWallet from './data/bitcoin-com-wallet.json' with { type: 'json' }
import bitgetWallet from './data/bitget-wallet.json' with { type: 'json' }
import bitpayWallet from './data/bitpay-wallet.json' with { type: 'json' }
import blockchainCom from './data/blockchain-com.json' with { type: 'json' }
import braveWallet from './data/brave-wallet.json' with { type: 'json' }
import burrito from './data/burrito.json' with { type: 'json' }
import bybitWallet from './data/bybit-wallet.json' with { type: 'json' }
import cakeWallet from './data/cake-wallet.json' with { type: 'json' }
import coin98 from './data/coin98.json' with { type: 'json' }
import coinbaseWallet from './data/coinbase-wallet.json' with { type: 'json' }
import coinomi from './data/coinomi.json' with { type: 'json' }
import compass from './data/compass.json' with { type: 'json' }
import coolwallet from './data/coolwallet.json' with { type: 'json' }
import core from './data/core.json' with { type: 'json' }
import cosmostation from './data/cosmostation.json' with { type: 'json' }
import cryptoComOnchain from './data/crypto-com-onchain.json' with { type: 'json' }
import ctrl from './data/ctrl.json' with { type: 'json' }
import dcent from './data/dcent.json' with { type: 'json' }
import edge from './data/edge.json' with { type: 'json' }
import ellipal from './data/ellipal.json' with { type: 'json' }
import enkrypt from './data/enkrypt.json' with { type: 'json' }
import exodus from './data/exodus.json' with { type: 'json' }
import family from './data/family.json' with { type: 'json' }
import fearless from './data/fearless.json' with { type: 'json' }
import fireblocks from './data/fireblocks.json' with { type: 'json' }
import foxwallet from './data/foxwallet.json' with { type: 'json' }
import frame from './data/frame.json' with { type: 'json' }
import gemWallet from './data/gem-wallet.json' with { type: 'json' }
import glow from './data/glow.json' with { type: 'json' }
import guarda from './data/guarda.json' with { type: 'json' }
import hotWallet from './data/hot-wallet.json' with { type: 'json' }
import imtoken from './data/imtoken.json' with { type: 'json' }
import iopay from './data/iopay.json' with { type: 'json' }
import jupiter from './data/jupiter.json' with { type: 'json' }
import keplr from './data/keplr.json' with { type: 'json' }
import kleverWallet from './data/klever-wallet.json' with { type: 'json' }
import krakenWallet from './data/kraken-wallet.json' with { type: 'json' }
import kresus from './data/kresus.json' with { type: 'json' }
import leap from './data/leap.json' with { type: 'json' }
import leather from './data/leather.json' with { type: 'json' }
import ledger from './data/ledger.json' with { type: 'json' }
import loopringWallet from './data/loopring-wallet.json' with { type: 'json' }
import magicEdenWallet from './data/magic-eden-wallet.json' with { type: 'json' }
import mathwallet from './data/mathwallet.json' with { type: 'json' }
import metamask from './data/metamask.json' with { type: 'json' }
import mewWallet from './data/mew-wallet.json' with { type: 'json' }
import nightly from './data/nightly.json' with { type: 'json' }
import novaWallet from './data/nova-wallet.json' with { type: 'json' }
import okto from './data/okto.json' with { type: 'json' }
import okxWallet from './data/okx-wallet.json' with { type: 'json' }
import onekey from './data/onekey.json' with { type: 'json' }
import onto from './data/onto.json' with { type: 'json' }
import owallet from './data/owallet.json' with { type: 'json' }
import phantom from './data/phantom.json' with { type: 'json' }
import polkadotJs from './data/polkadot-js.json' with { type: 'json' }
import polkagate from './data/polkagate.json' with { type: 'json' }
import rabby from './data/rabby.json' with { type: 'json' }
import rainbow from './data/rainbow.json' with { type: 'json' }
import robinhoodWallet from './data/robinhood-wallet.json' with { type: 'json' }
import roninWallet from './data/ronin-wallet.json' with { type: 'json' }
import safe from './data/safe.json' with { type: 'json' }
import safepal from './data/safepal.json' with { type: 'json' }
import sequence from './data/sequence.json' with { type: 'json' }
import shapeshift from './data/shapeshift.json' with { type: 'json' }
import solflare from './data/solflare.json' with { type: 'json' }
import status from './data/status.json' with { type: 'json' }
import subwallet from './data/subwallet.json' with { type: 'json' }
import talisman from './data/talisman.json' with { type: 'json' }
import tangem from './data/tangem.json' with { type: 'json' }
import tokenpocket from './data/tokenpocket.json' with { type: 'json' }
import trezor from './data/trezor.json' with { type: 'json' }
import trustWallet from './data/trust-wallet.json' with { type: 'json' }
import unisat from './data/unisat.json' with { type: 'json' }
import uniswapWallet from './data/uniswap-wallet.json' with { type: 'json' }
import unstoppableWallet from './data/unstoppable-wallet.json' with { type: 'json' }
import valora from './data/valora.json' with { type: 'json' }
import vultisig from './data/vultisig.json' with { type: 'json' }
import wizz from './data/wizz.json' with { type: 'json' }
import xportal from './data/xportal.json' with { type: 'json' }
import xverse from './data/xverse.json' with { type: 'json' }
import zeal from './data/zeal.json' with { type: 'json' }
import zelcore from './data/zelcore.json' with { type: 'json' }
import zengo from './data/zengo.json' with { type: 'json' }
import zerion from './data/zerion.json' with { type: 'json' }

/**
 * Every wallet of the directory, the more widely used ones first: that is the order in which they
 * are listed.
 */
export const data: readonly DirectoryWallet[] = [
  metamask,
  coinbaseWallet,
  phantom,
  trustWallet,
  rabby,
  rainbow,
  okxWallet,
  zerion,
  braveWallet,
  exodus,
  ledger,
  trezor,
  uniswapWallet,
  imtoken,
  tokenpocket,
  safepal,
  bitgetWallet,
  binanceWallet,
  cryptoComOnchain,
  safe,
  frame,
  enkrypt,
  core,
  roninWallet,
  coin98,
  mathwallet,
  bybitWallet,
  backpack,
  magicEdenWallet,
  nightly,
  zengo,
  the1inchWallet,
  mewWallet,
  alphawallet,
  unstoppableWallet,
  edge,
  bitpayWallet,
  atomicWallet,
  guarda,
  coinomi,
  onto,
  status,
  loopringWallet,
  robinhoodWallet,
  ambire,
  sequence,
  family,
  fireblocks,
  onekey,
  dcent,
  coolwallet,
  tangem,
  ellipal,
  blockchainCom,
  krakenWallet,
  bifrostWallet,
  bitcoinComWallet,
  cakeWallet,
  kleverWallet,
  okto,
  valora,
  gemWallet,
  xportal,
  zeal,
  bestWallet,
  kresus,
  shapeshift,
  foxwallet,
  burrito,
  iopay,
  zelcore,
  jupiter,
  solflare,
  glow,
  xverse,
  leather,
  unisat,
  wizz,
  keplr,
  leap,
  cosmostation,
  owallet,
  compass,
  ctrl,
  vultisig,
  polkadotJs,
  talisman,
  subwallet,
  novaWallet,
  fearless,
  polkagate,
  airgap,
  hotWallet,
]
