import type { Catalogue } from '@latchkey/plugin-api'

export const nl: Catalogue = {
  'walletconnect.title': 'Wallet verbinden',
  'walletconnect.scan': 'Scan deze code met je telefoon',
  'walletconnect.scanWith': 'Scan deze code met {wallet}',
  'walletconnect.scanText': 'Open je wallet, zoek de scanner en richt die op de code.',
  'walletconnect.code': 'Koppelcode voor een wallet',
  'walletconnect.making': 'Code maken…',
  'walletconnect.copy': 'Link kopiëren',
  'walletconnect.copied': 'Gekopieerd',
  'walletconnect.copyFailed': 'Kopiëren mislukt',
  'walletconnect.newCodeIn': 'Nieuwe code over {time}',
  'walletconnect.newCode': 'Er is een nieuwe code.',
  'walletconnect.buffering': 'Bijna klaar',
  'walletconnect.bufferingText': 'Je wallet heeft geantwoord. De verbinding wordt gemaakt.',
  'walletconnect.rejected': 'Verbinding geweigerd',
  'walletconnect.rejectedText': 'Je hebt geannuleerd in {wallet}.',
  'walletconnect.expired': 'De code is verlopen',
  'walletconnect.expiredText':
    'Niemand heeft hem een tijd gebruikt. Maak een nieuwe als je zover bent.',
  'walletconnect.failed': 'De code kon niet worden gemaakt',
  'walletconnect.offline': 'Je bent offline',
  'walletconnect.offlineText': 'Controleer je verbinding en probeer het opnieuw.',
  'walletconnect.retry': 'Opnieuw',
  'walletconnect.yourWallet': 'je wallet',
  'walletconnect.ways': 'Manieren om te verbinden',
  'walletconnect.platform.qr': 'Code',
  'walletconnect.platform.mobile': 'App',
  'walletconnect.platform.desktop': 'Desktop',
  'walletconnect.platform.web': 'Website',
  'walletconnect.platform.browser': 'Browser',
  'walletconnect.platform.missing': 'Installeren',
  'walletconnect.open': '{wallet} openen',
  'walletconnect.openAny': 'Een wallet op deze telefoon openen',
  'walletconnect.openAgain': 'Opnieuw openen',
  'walletconnect.opening': 'Ga verder in {wallet}',
  'walletconnect.openingText': 'Bevestig daar de verbinding en kom terug naar deze pagina.',
  'walletconnect.notOpening': 'Ging er niets open?',
  'walletconnect.installedText': '{wallet} zit in deze browser.',
  'walletconnect.get': '{wallet} nemen',
  'walletconnect.getFrom': '{wallet} nemen ({store})',
  'walletconnect.getText':
    'Vanaf hier kan hij nog niet worden geopend. Installeer hem en kom terug.',
  'walletconnect.ownRelay':
    'Alleen wallets die op {relay} zijn ingesteld, kunnen deze code gebruiken.',
  'errors.walletconnect.not_initialized':
    'De verbinding wordt nog opgezet. Probeer het zo opnieuw.',
  'errors.walletconnect.no_session': 'Er is geen wallet via een code verbonden.',
  'errors.walletconnect.session_missing': 'Die verbinding is beëindigd. Verbind opnieuw.',
  'errors.walletconnect.namespace_not_configured':
    'Je wallet heeft dit soort chain niet verbonden.',
  'errors.walletconnect.chain_missing': 'Je wallet noemde geen netwerk.',
  'errors.walletconnect.rpc_missing': 'Dit netwerk kan niet worden gelezen.',
  'errors.walletconnect.rpc_url_missing': 'Dit netwerk heeft geen adres om van te lezen.',
  'errors.walletconnect.bad_session':
    'Het antwoord van je wallet was niet bruikbaar. Er is niets verbonden.',
  'errors.walletconnect.pairing_expired': 'De code verliep voordat een wallet hem gebruikte.',
  'errors.walletconnect.relay_unreachable':
    'Het doorgeefpunt tussen deze pagina en je wallet antwoordde niet. Probeer het opnieuw.',
  'errors.walletconnect.websocket_missing':
    'Wallets zijn vanaf hier niet bereikbaar: WebSocket ontbreekt.',
  'errors.walletconnect.offline': 'Er is geen internetverbinding.',
}
