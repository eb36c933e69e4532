import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of the help views, loaded together with them. */
export const enHelp: Catalogue = {
  'ui.walletKeys': 'It holds your keys',
  'ui.walletKeysText':
    'A wallet is an app or a browser extension. It keeps the keys to your accounts with you, and you sign in with it instead of a password.',
  'ui.walletAsks': 'It asks you first',
  'ui.walletAsksText':
    'This site sees your address and can ask for a signature or a payment. Nothing happens until you confirm it in your wallet.',
  'ui.walletPhrase': 'You look after it',
  'ui.walletPhraseText':
    'Keep its recovery phrase safe: nobody can reset it for you. Never type it into a site, this one included.',
  'ui.haveWallet': 'I have one',
  'ui.getAWalletText':
    'These work here and with this site. Each is made by a company or community of its own.',
  'ui.noOffer': 'No wallet to suggest',
  'ui.noOfferText':
    'This site names none for this browser. Look in its store for a wallet, and check who made it.',
  'ui.aboutNetworksTitle': 'A ledger that many computers keep',
  'ui.aboutNetworks':
    'Coins, tokens and apps live on one network each. Every network has its own coin, in which its fees are paid.',
  'ui.aboutNetworksAddressTitle': 'Your address may work on several',
  'ui.aboutNetworksAddress':
    'What you own on one network is not on another, even where your address is the same.',
  'ui.aboutNetworksSwitchTitle': 'Switching moves nothing',
  'ui.aboutNetworksSwitch':
    'It only chooses where this site and your wallet work from now on. It costs nothing, and you can switch back.',
  'ui.aboutTestnetsTitle': 'Testnets are for trying things out',
  'ui.aboutTestnets': 'Their coins are worth nothing. Never send real money there.',
}
