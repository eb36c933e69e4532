import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'sessions.title': 'Smart Sessions',
  'sessions.detailsTitle': 'Smart Session',
  'sessions.text':
    'Was Websites ohne weitere Nachfrage in Ihrem Namen tun dürfen. Die Blockchain setzt diese Grenzen durch.',
  'sessions.total': 'Insgesamt bis zu {amount}',
  'sessions.period': '{amount} in jedem Zeitraum von {period}',
  'sessions.stream': 'Jede Sekunde {amount} mehr, bis zu {maximum}',
  'sessions.calls':
    '{count, plural, one {Aufrufe von # Vertrag} other {Aufrufe von # Verträgen}}',
  'sessions.other': 'Eine Erlaubnis anderer Art',
  'sessions.units': '{amount} Einheiten',
  'sessions.until': 'Bis {time}',
  'sessions.noEnd': 'Ende nicht bekannt',
  'sessions.left': 'Noch {amount}',
  'sessions.usedUp': 'Aufgebraucht',
  'sessions.empty': 'Keine Smart Sessions',
  'sessions.emptyText': 'Was Sie Websites ohne weitere Nachfrage tun lassen, steht hier.',
  'sessions.noAccount': 'Keine Wallet ist verbunden',
  'sessions.noAccountText': 'Verbinden Sie die Wallet, deren Sessions Sie sehen möchten.',
  'sessions.notRead': 'Die Smart Sessions konnten nicht gelesen werden',
  'sessions.serviceAway':
    'Der Server der Website antwortet nicht. Sessions, die nur er kennt, fehlen hier.',
  'sessions.chainAway':
    'Ein Netzwerk antwortet nicht. Was dort verbraucht wurde, ist nicht bekannt.',
  'sessions.usageUnknown': 'Derzeit nicht bekannt',
  'sessions.limit': 'Grenze',
  'sessions.network': 'Netzwerk',
  'sessions.to': 'Wer handeln darf',
  'sessions.copyTo': 'Kopieren, wer handeln darf',
  'sessions.token': 'Token',
  'sessions.copyToken': 'Vertrag des Tokens kopieren',
  'sessions.targets': 'Verträge',
  'sessions.selectors': 'Funktionen',
  'sessions.perCall': 'Höchstens bei jedem Aufruf',
  'sessions.used': 'Verbraucht',
  'sessions.leftNow': 'Jetzt noch übrig',
  'sessions.times': 'Wie oft benutzt',
  'sessions.timesOf': '{used} von {all}',
  'sessions.ends': 'Endet',
  'sessions.revoke': 'Zurücknehmen',
  'sessions.revokeText':
    'Ihre Wallet fragt Sie. Die Rücknahme auf der Blockchain kann eine Netzwerkgebühr kosten.',
  'sessions.revokeAll': 'Alle zurücknehmen',
  'sessions.revokeAllText': 'Ihre Wallet fragt Sie bei jeder Session.',
  'sessions.asked': 'Bestätigen Sie in Ihrer Wallet',
  'sessions.pending': 'Warten auf die Blockchain',
  'sessions.declined': 'Sie haben nicht bestätigt. Die Session läuft weiter.',
  'sessions.failed': 'Die Session wurde nicht zurückgenommen.',
  'sessions.gone': 'Diese Session ist beendet',
  'sessions.goneText': 'Sie kann nichts mehr in Ihrem Namen tun.',
  'errors.sessions.refused':
    'Die Website hat um eine Session gebeten, deren Grenzen nicht klar sind.',
  'errors.sessions.bad_grant':
    'Die Wallet hat etwas anderes erlaubt, als die Website erbeten hat.',
  'errors.sessions.unknown_session': 'Ihr Konto hat diese Session nicht.',
  'errors.sessions.not_revoked':
    'Die Blockchain sagt noch nicht, dass die Session beendet ist. Sehen Sie später noch einmal nach.',
}
