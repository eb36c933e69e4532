import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'embedded.emailTitle': 'Mit E-Mail anmelden',
  'embedded.emailText':
    'Sie erhalten ein Wallet, ohne etwas zu installieren. Die E-Mail enthält einen Code oder einen Link.',
  'embedded.emailLabel': 'E-Mail-Adresse',
  'embedded.continue': 'Weiter mit E-Mail',
  'embedded.codeTitle': 'Code eingeben',
  'embedded.codeText': 'Wir haben einen sechsstelligen Code an {email} gesendet.',
  'embedded.codeLabel': 'Sechsstelliger Code',
  'embedded.digit': 'Ziffer {number} von 6',
  'embedded.checking': 'Code wird geprüft …',
  'embedded.resend': 'Neue E-Mail senden',
  'embedded.resendIn': 'Neue E-Mail in {seconds} s',
  'embedded.deviceTitle': 'Dieses Gerät bestätigen',
  'embedded.deviceHeadline': 'Öffnen Sie den Link in der E-Mail',
  'embedded.deviceText':
    'Wir haben einen Link an {email} gesendet. Seine Seite zeigt einen Code, den Sie danach hier eingeben.',
  'embedded.waiting': '{count, plural, one {Eine Anfrage wartet} other {# Anfragen warten}}',
  'embedded.frameTitle': 'Ihr Wallet',
  'embedded.securityTitle': 'Wallet und Sicherheit',
  'embedded.securityFailed': 'Die Seiten Ihres Wallets haben sich nicht geöffnet',
  'embedded.codeWrong':
    'Dieser Code ist falsch oder abgelaufen. Geben Sie ihn noch einmal ein, oder fordern Sie eine neue E-Mail an.',
  'embedded.denied': 'Diese Anmeldung wurde über den Link in der E-Mail gestoppt.',
  'embedded.over': 'Die Zeit für diese Anmeldung ist vorbei. Fordern Sie eine neue E-Mail an.',
  'embedded.mailFailed': 'Die E-Mail konnte nicht gesendet werden. Versuchen Sie es noch einmal.',
  'embedded.walletClosed':
    'Dieser Browser hat Ihr Wallet nicht und kann es nicht wiederherstellen. ' +
    'Nehmen Sie den Browser, in dem es entstand.',
  'embedded.unreachable':
    'Der Server des Wallets ist nicht erreichbar. Versuchen Sie es noch einmal.',
  'embedded.tooMany':
    'Das waren zu viele Versuche. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} noch einmal.',
  'embedded.alertLoad':
    'Netzwerkfehler – das eingebettete Wallet konnte nicht geladen werden|Der Server des sicheren Rahmens hat nicht geantwortet.',
  'embedded.alertTimeout':
    'Anfrage an das eingebettete Wallet abgelaufen|Der sichere Rahmen hat eine Anfrage nicht beantwortet.',
  'errors.embedded.load_failed': 'Die E-Mail-Anmeldung konnte nicht geladen werden',
  'errors.embedded.no_connector': 'Kein Anmelde-Connector gefunden',
  'errors.embedded.no_place':
    'Die Wallet-Verbindung dieser Seite ist nicht richtig eingerichtet. Sagen Sie es der Seite.',
  'errors.embedded.request_failed': 'Ein Fehler ist aufgetreten',
  'errors.embedded.timed_out': 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  'errors.embedded.aborted': 'Etwas ist schiefgegangen',
  'errors.embedded.invalid_email': 'Das ist keine E-Mail-Adresse.',
  'errors.embedded.too_soon': 'Bitte versuchen Sie es in {seconds} Sekunden noch einmal',
  'errors.embedded.signed_out': 'Niemand ist angemeldet.',
}
