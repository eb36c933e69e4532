import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'siwx.title': 'Anmelden',
  'siwx.heading': 'Bei {domain} anmelden',
  'siwx.account': 'Konto',
  'siwx.wholeAddress': 'Ganze Adresse zeigen',
  'siwx.network': 'Netzwerk',
  'siwx.copyAddress': 'Adresse kopieren',
  'siwx.free':
    'Die Signatur zeigt, dass dieses Konto Ihnen gehört. Sie kostet nichts und bewegt nichts.',
  'siwx.required':
    'Sie müssen sich anmelden, um fortzufahren. Abbrechen führt zurück oder trennt Ihre Wallet.',
  'siwx.showMessage': 'Zeigen, was Sie signieren',
  'siwx.copyMessage': 'Nachricht kopieren',
  'siwx.sign': 'Signieren',
  'siwx.retry': 'Erneut versuchen',
  'siwx.cancel': 'Abbrechen',
  'siwx.confirm': 'In {wallet} bestätigen',
  'siwx.verifying': 'Signatur wird geprüft…',
  'siwx.leaving': 'Wird abgebrochen…',
  'siwx.declined': 'Signatur abgelehnt',
  'siwx.declinedText': 'Sie haben in {wallet} abgelehnt. Es wurde nichts signiert.',
  'siwx.smartAccount': 'Diese Anwendung unterstützt Smart Accounts möglicherweise nicht',
  'siwx.failed': 'Anmeldung fehlgeschlagen',
  'siwx.offlineText':
    'Sie sind offline. Versuchen Sie es erneut, sobald Sie wieder verbunden sind.',
  'siwx.clockText':
    'Die Website nimmt die Uhrzeit dieser Nachricht nicht an. Prüfen Sie die Uhr dieses Geräts und versuchen Sie es erneut.',
  'siwx.signedIn': 'Sie sind angemeldet',
  'siwx.nothing': 'Nichts zu signieren',
  'siwx.nothingText': 'Verbinden Sie zuerst eine Wallet oder wählen Sie ein anderes Netzwerk.',
  'errors.siwx.not_enabled': 'SIWX ist nicht eingeschaltet.',
  'errors.siwx.account_missing': 'Es ist kein Konto verbunden.',
  'errors.siwx.network_missing': 'Es ist kein Netzwerk in Gebrauch. Wählen Sie zuerst eines.',
  'errors.siwx.start_failed': 'Beim Start der Anmeldung ist ein Problem aufgetreten.',
  'errors.siwx.cancelled': 'Sie haben sich nicht angemeldet.',
  'errors.siwx.server_refused':
    'Die Website hat die Signatur nicht angenommen. Versuchen Sie es erneut.',
  'errors.siwx.message_changed':
    'Die Wallet sollte eine andere Nachricht als diese erhalten. Es wurde nichts signiert.',
  'errors.siwx.bad_message': 'Das ist keine Nachricht zur Anmeldung.',
  'errors.siwx.namespace_unsupported': 'Mit einem Konto dieser Art kann sich niemand anmelden.',
  'errors.siwx.wrong_domain': 'Die Nachricht ist für eine andere Website.',
  'errors.siwx.wrong_uri': 'Die Nachricht nennt eine andere Website als diese.',
  'errors.siwx.wrong_nonce': 'Die Nachricht wurde schon benutzt. Versuchen Sie es erneut.',
  'errors.siwx.wrong_account': 'Die Nachricht gehört zu einem anderen Konto.',
  'errors.siwx.wrong_chain': 'Die Nachricht ist für ein anderes Netzwerk.',
  'errors.siwx.expired': 'Die Nachricht ist abgelaufen. Versuchen Sie es erneut.',
  'errors.siwx.not_yet_valid': 'Die Nachricht gilt noch nicht. Prüfen Sie die Uhr dieses Geräts.',
  'errors.siwx.data_mismatch': 'Die signierte Nachricht ist nicht die, um die gebeten wurde.',
  'errors.siwx.bad_signature': 'Die Signatur stammt nicht von diesem Konto.',
  'errors.siwx.node_missing': 'Das Konto konnte nicht nach der Signatur gefragt werden.',
  'errors.siwx.node_failed':
    'Das Netzwerk hat auf die Frage nach der Signatur nicht geantwortet. Versuchen Sie es erneut.',
  'errors.siwx.library_missing':
    'Dieser Website fehlt ein Teil, den sie zum Prüfen der Signatur braucht.',
}
