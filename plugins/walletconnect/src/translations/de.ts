import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'walletconnect.title': 'Wallet verbinden',
  'walletconnect.scan': 'Scannen Sie diesen Code mit Ihrem Telefon',
  'walletconnect.scanWith': 'Scannen Sie diesen Code mit {wallet}',
  'walletconnect.scanText':
    'Öffnen Sie in Ihrer Wallet den Scanner und richten Sie ihn auf den Code.',
  'walletconnect.code': 'Kopplungscode für eine Wallet',
  'walletconnect.making': 'Code wird erstellt…',
  'walletconnect.copy': 'Link kopieren',
  'walletconnect.copied': 'Kopiert',
  'walletconnect.copyFailed': 'Kopieren nicht möglich',
  'walletconnect.newCodeIn': 'Neuer Code in {time}',
  'walletconnect.newCode': 'Es gibt einen neuen Code.',
  'walletconnect.buffering': 'Fast geschafft',
  'walletconnect.bufferingText': 'Ihre Wallet hat geantwortet. Die Verbindung wird hergestellt.',
  'walletconnect.rejected': 'Verbindung abgelehnt',
  'walletconnect.rejectedText': 'Sie haben in {wallet} abgebrochen.',
  'walletconnect.expired': 'Der Code ist abgelaufen',
  'walletconnect.expiredText':
    'Er wurde eine Weile nicht benutzt. Erstellen Sie einen neuen, wenn Sie so weit sind.',
  'walletconnect.failed': 'Der Code konnte nicht erstellt werden',
  'walletconnect.offline': 'Sie sind offline',
  'walletconnect.offlineText': 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'walletconnect.retry': 'Erneut versuchen',
  'walletconnect.yourWallet': 'Ihrer Wallet',
  'walletconnect.ways': 'Wege zur Verbindung',
  'walletconnect.platform.qr': 'QR-Code',
  'walletconnect.platform.mobile': 'App',
  'walletconnect.platform.desktop': 'Desktop',
  'walletconnect.platform.web': 'Website',
  'walletconnect.platform.browser': 'Browser',
  'walletconnect.platform.missing': 'Holen',
  'walletconnect.open': '{wallet} öffnen',
  'walletconnect.openAny': 'Eine Wallet auf diesem Telefon öffnen',
  'walletconnect.openAgain': 'Nochmals öffnen',
  'walletconnect.opening': 'Weiter in {wallet}',
  'walletconnect.openingText':
    'Bestätigen Sie dort die Verbindung und kommen Sie dann auf diese Seite zurück.',
  'walletconnect.notOpening': 'Hat sich nichts geöffnet?',
  'walletconnect.installedText': '{wallet} ist in diesem Browser.',
  'walletconnect.get': '{wallet} holen',
  'walletconnect.getFrom': '{wallet} holen ({store})',
  'walletconnect.getText':
    'Von hier lässt sie sich noch nicht öffnen. Installieren Sie sie und kommen Sie dann zurück.',
  'walletconnect.ownRelay':
    'Nur Wallets, die auf {relay} eingestellt sind, können diesen Code benutzen.',
  'errors.walletconnect.not_initialized':
    'Die Verbindung wird noch eingerichtet. Versuchen Sie es gleich noch einmal.',
  'errors.walletconnect.no_session': 'Über einen Code ist keine Wallet verbunden.',
  'errors.walletconnect.session_missing':
    'Diese Verbindung ist beendet. Verbinden Sie sich erneut.',
  'errors.walletconnect.namespace_not_configured':
    'Ihre Wallet hat diese Art von Chain nicht verbunden.',
  'errors.walletconnect.chain_missing': 'Ihre Wallet hat kein Netzwerk genannt.',
  'errors.walletconnect.rpc_missing': 'Dieses Netzwerk kann nicht gelesen werden.',
  'errors.walletconnect.rpc_url_missing':
    'Für dieses Netzwerk fehlt die Adresse, von der gelesen wird.',
  'errors.walletconnect.bad_session':
    'Die Antwort Ihrer Wallet war nicht brauchbar. Es wurde nichts verbunden.',
  'errors.walletconnect.pairing_expired':
    'Der Code ist abgelaufen, bevor eine Wallet ihn benutzt hat.',
  'errors.walletconnect.relay_unreachable':
    'Das Relay zwischen dieser Seite und Ihrer Wallet hat nicht geantwortet. Versuchen Sie es erneut.',
  'errors.walletconnect.websocket_missing':
    'Von hier sind keine Wallets erreichbar: WebSocket fehlt.',
  'errors.walletconnect.offline': 'Es besteht keine Internetverbindung.',
}
