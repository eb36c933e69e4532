import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'smartSessions.title': 'Smart Sessions',
  'smartSessions.sessionTitle': 'Smart Session',
  'smartSessions.text':
    'Was Websites ohne weitere Nachfrage in Ihrem Namen tun dürfen. Die Blockchain setzt diese Grenzen durch.',
  'smartSessions.total': 'Insgesamt bis zu {amount}',
  'smartSessions.period': '{amount} in jedem Zeitraum von {period}',
  'smartSessions.stream': 'Jede Sekunde {amount} mehr, bis zu {maximum}',
  'smartSessions.calls':
    '{count, plural, one {Aufrufe von # Vertrag} other {Aufrufe von # Verträgen}}',
  'smartSessions.other': 'Eine Erlaubnis anderer Art',
  'smartSessions.units': '{amount} Einheiten',
  'smartSessions.until': 'Bis {time}',
  'smartSessions.noEnd': 'Ende nicht bekannt',
  'smartSessions.left': 'Noch {amount}',
  'smartSessions.usedUp': 'Aufgebraucht',
  'smartSessions.empty': 'Keine Smart Sessions',
  'smartSessions.emptyText': 'Was Sie Websites ohne weitere Nachfrage tun lassen, steht hier.',
  'smartSessions.noAccount': 'Keine Wallet ist verbunden',
  'smartSessions.noAccountText': 'Verbinden Sie die Wallet, deren Sessions Sie sehen möchten.',
  'smartSessions.notRead': 'Die Smart Sessions konnten nicht gelesen werden',
  'smartSessions.serviceAway':
    'Der Server der Website antwortet nicht. Sessions, die nur er kennt, fehlen hier.',
  'smartSessions.chainAway':
    'Ein Netzwerk antwortet nicht. Was dort verbraucht wurde, ist nicht bekannt.',
  'smartSessions.usageUnknown': 'Derzeit nicht bekannt',
  'smartSessions.limit': 'Grenze',
  'smartSessions.network': 'Netzwerk',
  'smartSessions.to': 'Wer handeln darf',
  'smartSessions.copyTo': 'Kopieren, wer handeln darf',
  'smartSessions.token': 'Token',
  'smartSessions.copyToken': 'Vertrag des Tokens kopieren',
  'smartSessions.targets': 'Verträge',
  'smartSessions.selectors': 'Funktionen',
  'smartSessions.perCall': 'Höchstens bei jedem Aufruf',
  'smartSessions.used': 'Verbraucht',
  'smartSessions.leftNow': 'Jetzt noch übrig',
  'smartSessions.times': 'Wie oft benutzt',
  'smartSessions.timesOf': '{used} von {all}',
  'smartSessions.ends': 'Endet',
  'smartSessions.revoke': 'Zurücknehmen',
  'smartSessions.revokeText':
    'Ihre Wallet fragt Sie. Die Rücknahme auf der Blockchain kann eine Netzwerkgebühr kosten.',
  'smartSessions.revokeAll': 'Alle zurücknehmen',
  'smartSessions.revokeAllText': 'Ihre Wallet fragt Sie bei jeder Session.',
  'smartSessions.asked': 'Bestätigen Sie in Ihrer Wallet',
  'smartSessions.pending': 'Warten auf die Blockchain',
  'smartSessions.declined': 'Sie haben nicht bestätigt. Die Session läuft weiter.',
  'smartSessions.failed': 'Die Session wurde nicht zurückgenommen.',
  'smartSessions.gone': 'Diese Session ist beendet',
  'smartSessions.goneText': 'Sie kann nichts mehr in Ihrem Namen tun.',
  'errors.smartSessions.refused':
    'Die Website hat um eine Session gebeten, deren Grenzen nicht klar sind.',
  'errors.smartSessions.bad_grant':
    'Die Wallet hat etwas anderes erlaubt, als die Website erbeten hat.',
  'errors.smartSessions.unknown_session': 'Ihr Konto hat diese Session nicht.',
  'errors.smartSessions.not_revoked':
    'Die Blockchain sagt noch nicht, dass die Session beendet ist. Sehen Sie später noch einmal nach.',
}
