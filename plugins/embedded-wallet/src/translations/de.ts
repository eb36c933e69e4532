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
  'embedded.keeperAway':
    'Ihre Wallet lässt sich gerade nicht öffnen. Versuchen Sie es gleich noch einmal.',
  'embedded.unreachable':
    'Der Server des Wallets ist nicht erreichbar. Versuchen Sie es noch einmal.',
  'embedded.tooMany':
    'Das waren zu viele Versuche. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} noch einmal.',
  'embedded.socialTitle': 'Anmelden',
  'embedded.continueWith': 'Weiter mit {provider}',
  'embedded.socialHeadline': 'Weiter bei {provider}',
  'embedded.socialText':
    'Melden Sie sich im geöffneten Fenster an. Diese Seite macht von selbst weiter.',
  'embedded.socialLost': 'Schließen Sie die Anmeldung im Fenster ab, oder brechen Sie ab.',
  'embedded.socialChecking': 'Anmeldung läuft …',
  'embedded.asks': 'Ihr Wallet hat eine Frage. Beantworten Sie sie hier.',
  'embedded.openAgain': 'Fenster erneut öffnen',
  'embedded.blockedText': 'Öffnen Sie es mit dieser Schaltfläche.',
  'embedded.socialFailed': 'Sie sind nicht angemeldet',
  'embedded.socialDenied': 'Sie haben die Anmeldung bei {provider} nicht erlaubt.',
  'embedded.providerFailed':
    '{provider} ist nicht erreichbar oder hat nicht richtig geantwortet. Versuchen Sie es noch einmal.',
  'embedded.socialOver': 'Die Zeit für diese Anmeldung ist vorbei. Versuchen Sie es noch einmal.',
  'embedded.otherPerson':
    'Das ist ein anderes Konto bei {provider} als das, mit dem Sie begonnen haben. Versuchen Sie es noch einmal.',
  'embedded.farcasterText':
    'Scannen Sie den Code mit der Kamera Ihres Telefons, und bestätigen Sie in Farcaster.',
  'embedded.farcasterCode': 'QR-Code für Farcaster',
  'embedded.farcasterMaking': 'Code wird erstellt …',
  'embedded.farcasterOpen': 'Farcaster öffnen',
  'embedded.copyLink': 'Link kopieren',
  'embedded.changeTitle': 'E-Mail ändern',
  'embedded.changeText': 'Zuerst geht ein Code an Ihre alte Adresse, danach einer an die neue.',
  'embedded.newEmail': 'Neue E-Mail-Adresse',
  'embedded.changeContinue': 'Weiter',
  'embedded.oldCodeText': 'Wir haben einen sechsstelligen Code an Ihre alte Adresse gesendet.',
  'embedded.changeOther': 'Andere Adresse verwenden',
  'embedded.changeDone': 'Ihre E-Mail-Adresse ist geändert',
  'embedded.changeDoneText':
    'Sie melden sich ab jetzt mit {email} an. Eine alte Adresse hat einen Link erhalten, der dies 72 Stunden lang rückgängig macht.',
  'embedded.changeOver': 'Die Zeit für diese Änderung ist vorbei. Beginnen Sie noch einmal.',
  'embedded.notFresh':
    'Ihre Anmeldung ist dafür zu alt. Trennen Sie die Verbindung, melden Sie sich neu an, und kommen Sie hierher zurück.',
  'embedded.sameEmail': 'Das ist schon Ihre Adresse.',
  'embedded.changed':
    'Die Adresse dieser Wallet wurde geändert. 72 Stunden nach der Änderung geht dies wieder.',
  'embedded.emailTaken': 'Diese Adresse hat eine eigene Wallet. Nehmen Sie eine andere.',
  'embedded.accountTypeTitle': 'Kontotyp',
  'embedded.smartAccount': 'Smart Account',
  'embedded.eoaAccount': 'Standardkonto',
  'embedded.accountTypeText':
    'Jedes Konto hat eine eigene Adresse. Was eines hält, bleibt beim Wechseln dort, und wartende Anfragen werden abgelehnt.',
  'embedded.notHere': 'Nicht in diesem Netzwerk',
  'embedded.useSmart': 'Smart Account verwenden',
  'embedded.useEoa': 'Standardkonto verwenden',
  'embedded.accountsFailed': 'Die Konten konnten nicht gelesen werden',
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
  'errors.embedded.popup_closed': 'Fenster geschlossen',
  'errors.embedded.social_not_started': 'Die Anmeldung konnte nicht begonnen werden',
  'errors.embedded.farcaster_failed': 'Verbindung mit Farcaster fehlgeschlagen',
  'errors.embedded.not_connected': 'Nicht per E-Mail oder mit einem sozialen Konto verbunden',
  'errors.embedded.interrupted':
    'Diese Seite wurde während der Anmeldung neu geladen. Beginnen Sie noch einmal.',
  'errors.embedded.smart_accounts_off': 'In diesem Netzwerk gibt es keine Smart Accounts.',
  'errors.embedded.account_in_use': 'Dieses Konto wird schon verwendet.',
}
