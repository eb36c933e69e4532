import type { OwnTexts } from './en.js'

export const de: OwnTexts = {
  'security.title': 'Sicherheit Ihrer Wallet',
  'security.cancel': 'Abbrechen',
  'security.back': 'Zurück',
  'security.close': 'Schließen',
  'security.done': 'Fertig',
  'security.retry': 'Erneut versuchen',
  'security.otherWay': 'Anderer Weg',
  'security.recovery': 'Wiederherstellung',
  'security.devices': 'Geräte',
  'security.grants': 'Was Websites dürfen',
  'security.home': 'Dieser Browser',
  'security.words': 'Ihre 24 Wörter',
  'security.everywhere': 'Überall abmelden',
  'security.everywhereWhy': 'Das beendet die Anmeldung auf allen Ihren Geräten, auch auf diesem.',
  'security.delete': 'Konto löschen',
  'security.deleteWhy':
    'Das löscht Ihr Konto und was hier von Ihrer Wallet aufbewahrt wird. Es lässt sich nicht rückgängig machen.',
  'security.deleteWords':
    'Was in der Wallet liegt, ist danach nur mit den 24 Wörtern erreichbar. Exportieren Sie sie zuerst.',
  'security.deleteNow': 'Endgültig löschen',
  'security.change': 'Wiederherstellung ändern',
  'security.changeWhy':
    'Nach einer Änderung öffnet die bisherige Wiederherstellung nichts ' +
    'mehr, und Ihre anderen Geräte fragen nach der neuen.',
  'security.takeOver': 'Wallet übernehmen',
  'security.takeOverWhy':
    'Sie können die Wiederherstellung selbst aufbewahren. Der Anteil dieses ' +
    'Dienstes wird dann gelöscht, und er kann Ihnen nicht mehr helfen.',
  'security.recoveryDone':
    'Die Wiederherstellung ist geändert. Die bisherigen Anteile sind gelöscht.',
  'recovery.kept.automatic': 'Dieser Dienst bewahrt Ihre Wiederherstellung auf.',
  'recovery.kept.passkey': 'Sie stellen mit einem Passkey wieder her.',
  'recovery.kept.password': 'Sie stellen mit einem Passwort wieder her.',
  'recovery.kept.kit': 'Sie stellen mit einem Wiederherstellungscode wieder her.',
  'recovery.none': 'Ihre Wallet hat noch keine Wiederherstellung.',
  'recovery.kitSave': 'Speichern oder drucken',
  'recovery.kitFile': 'Als Datei speichern',
  'recovery.kitPrint': 'Drucken',
  'recovery.other': 'Wallet wiederherstellen',
  'recovery.window': 'In einem Fenster nachsehen',
  'confirm.title': 'Sind Sie es?',
  'confirm.why': 'Dafür müssen Sie sich neu anmelden. Wir senden einen Code an {email}.',
  'confirm.send': 'Code senden',
  'confirm.sent': 'Wir haben einen Code an {email} gesendet.',
  'confirm.code': 'Code aus der E-Mail',
  'confirm.again': 'Neuen Code senden',
  'confirm.another': 'Eine weitere E-Mail ist unterwegs. Der Inhalt der vorigen gilt nicht mehr.',
  'confirm.whyProvider': 'Das braucht eine neue Anmeldung. Ein Fenster des Anbieters öffnet sich.',
  'confirm.whyEither':
    'Das braucht eine neue Anmeldung. Wir senden einen Code an {email}, oder ein Fenster des Anbieters öffnet sich.',
  'confirm.with': 'Mit {provider} anmelden',
  'security.signIns': 'Anmeldungen',
  'signIns.email': 'E-Mail',
  'signIns.add': '{provider} hinzufügen',
  'signIns.addWhy': 'Wer sich so anmeldet, öffnet von da an diese Wallet.',
  'signIns.address': 'E-Mail-Adresse',
  'signIns.added': 'Damit öffnen Sie ab jetzt Ihre Wallet.',
  'signIns.remove': 'Anmeldung entfernen',
  'signIns.removeNow': 'Entfernen',
  'signIns.removeWhy':
    'Sie öffnet diese Wallet nicht mehr. Was sie angemeldet hat, ' +
    'wird abgemeldet, auch dieser Browser, wenn sie es war.',
  'signIns.removed': 'Die Anmeldung ist entfernt.',
  'signIns.only': 'Das ist Ihre einzige Anmeldung. Fügen Sie erst eine andere hinzu.',
  'signIns.addressStays': 'Diese Adresse lässt sich ändern, aber nicht entfernen.',
  'link.title': 'Sie haben mit dieser Adresse schon eine Wallet',
  'link.ask': 'Auch mit {provider} öffnen?',
  'link.askEmail': 'Auch mit dieser E-Mail-Adresse öffnen?',
  'link.yes': 'Ja, sie gehört mir',
  'link.no': 'Nein, neue Wallet anlegen',
  'link.prove': 'Zeigen Sie, dass sie Ihnen gehört',
  'link.byProvider': 'Melden Sie sich wie bisher an. Ein Fenster des Anbieters öffnet sich.',
  'link.sentLink':
    'Wir haben einen Link an {email} gesendet. Öffnen Sie ihn und geben Sie den Code ein, den die Seite zeigt.',
  'devices.this': 'Dieses Gerät, zuletzt benutzt {time}',
  'devices.seen': 'Zuletzt benutzt {time}',
  'devices.remove': 'Gerät entfernen',
  'devices.removeWhy':
    'Es wird abgemeldet, und was es von Ihrer Wallet hat, wird ' +
    'wertlos. Ihre anderen Geräte stellen einmal wieder her.',
  'devices.recoveryFirst':
    'Ihre Wallet hat keine Wiederherstellung, und jenes Gerät vielleicht den einzigen Anteil. Wählen Sie erst eine.',
  'devices.removed': 'Das Gerät ist entfernt. Die bisherigen Anteile sind gelöscht.',
  'grants.where':
    'Was Sie Websites in Ihrem Namen erlaubt haben, soweit dieser Browser es weiß. Andere Geräte und Websites, die der Browser getrennt hält, haben eigene Listen.',
  'grants.none': 'Keine Website darf etwas für Sie tun.',
  'grants.offline':
    'Sie sind offline. Diese Liste ist das, was der Browser notiert hat. Zurücknehmen können Sie, sobald Sie zurück sind.',
  'grants.used': 'Bisher verbraucht',
  'grants.total': '{used} verbraucht, {left} übrig.',
  'grants.period': '{used} in diesem Zeitraum verbraucht, {left} davon übrig.',
  'grants.stream': '{used} verbraucht, {left} können jetzt gesendet werden.',
  'grants.calls': '{used}× genutzt, {left}× übrig.',
  'grants.unread': 'Das ließ sich nicht von der Chain lesen.',
  'grants.notServed':
    'Diese Wallet arbeitet in diesem Netzwerk nicht mehr und kann das hier nicht zurücknehmen.',
  'grants.revoke': 'Zurücknehmen',
  'grants.revokeAll': 'Alle zurücknehmen',
  'grants.waiting': 'Das Netzwerk führt es aus. Sie können diese Seite verlassen.',
  'grants.revoked': 'Zurückgenommen: Die Website darf das nicht mehr.',
  'home.storage': 'Der Anteil dieses Geräts liegt in diesem Browser.',
  'home.unpartitioned': 'Der Anteil dieses Geräts liegt in diesem Browser, für alle Websites.',
  'home.window':
    'Der Anteil dieses Geräts liegt in diesem Browser, in einem Fenster dieses Dienstes.',
  'home.service':
    'Dieser Browser lässt den Rahmen nichts aufbewahren. Dieser Dienst bewahrt den ' +
    'Anteil dieses Geräts auf, versiegelt durch ein Cookie dieses Browsers.',
  'home.none':
    'Der Rahmen findet in diesem Browser keinen Anteil. Bei der nächsten Benutzung werden Sie danach gefragt.',
  'home.move': 'In einem Fenster aufbewahren',
  'words.why':
    'Mit diesen Wörtern öffnet jede Wallet-App Ihre Konten. Schreiben Sie ' +
    'sie auf und bewahren Sie sie auf, wo nur Sie sie finden.',
  'words.warning':
    'Wer diese Wörter liest, kann alles nehmen. Niemand, der Ihnen hilft, fragt danach.',
  'words.show': 'Wörter zeigen',
  'words.copy': 'Wörter kopieren',
  'words.copyWarning':
    'Was Sie kopieren, können andere Apps und Websites lesen. Aufschreiben ist sicherer.',
  'words.copyNow': 'Trotzdem kopieren',
  'words.copied': 'Kopiert. Leeren Sie die Zwischenablage, wenn Sie die Wörter eingefügt haben.',
  'error.recovery_wrong': 'Das öffnet die Wallet nicht. Prüfen Sie es und versuchen Sie es erneut.',
  'error.password_short': 'Das Passwort ist zu kurz.',
  'error.passkey_unsupported':
    'Dieser Browser oder Passkey kann das nicht. Wählen Sie einen anderen Weg.',
  'error.wallet_closed':
    'Dieser Browser hat Ihre Wallet nicht und kann sie nicht ' +
    'wiederherstellen. Nehmen Sie den Browser, in dem sie entstand.',
  'error.key_mismatch': 'Diese Anteile ergeben nicht Ihre Wallet, darum wird nichts signiert.',
  'error.unreachable': 'Der Wallet-Dienst ist nicht erreichbar. Versuchen Sie es erneut.',
  'error.rate_limited': 'Das waren zu viele. Versuchen Sie es später erneut.',
  'error.wait': 'Das waren zu viele. Versuchen Sie es in {wait} erneut.',
  'error.code_wrong': 'Dieser Code ist falsch oder abgelaufen.',
  'error.denied': 'Die Anmeldung wurde beim Anbieter abgelehnt.',
  'error.provider_failed':
    'Der Anbieter hat nicht geantwortet, wie er sollte. Versuchen Sie es erneut.',
  'error.expired': 'Die Zeit für diese Anmeldung ist abgelaufen. Beginnen Sie neu.',
  'error.other_person':
    'Der Anbieter hat eine andere Person genannt. Melden Sie sich dort als die Person an, der diese Wallet gehört.',
  'error.sealed':
    'Der Wallet-Dienst kann seinen Anteil jetzt nicht öffnen. Versuchen Sie es später erneut.',
  'error.keeper':
    'Ihre Wallet lässt sich gerade nicht öffnen. Versuchen Sie es gleich noch einmal.',
  'error.conflict': 'Die Wallet wurde auf einem anderen Gerät geändert. Versuchen Sie es erneut.',
  'error.window_blocked':
    'Das Fenster wurde blockiert. Erlauben Sie es und versuchen Sie es erneut.',
  'error.not_in_window': 'Dieser Browser hat keinen Anteil der Wallet.',
  'error.sign_in_taken':
    'Diese Anmeldung öffnet eine andere Wallet. Melden Sie sich dort ' +
    'damit an und entfernen Sie sie, oder nehmen Sie eine andere.',
  'error.has_kind': 'Diese Wallet hat schon eine Anmeldung dieser Art. Entfernen Sie diese zuerst.',
  'error.last_sign_in': 'Das ist die einzige Anmeldung dieser Wallet.',
  'error.fresh':
    'Dafür ist eine neue Anmeldung nötig. Gehen Sie zurück und beginnen Sie noch einmal.',
  'error.changed':
    'Die Adresse dieser Wallet wurde geändert. 72 Stunden nach der Änderung geht dies wieder.',
  'error.email_taken': 'Diese Adresse hat eine eigene Wallet. Nehmen Sie eine andere.',
  'error.email': 'Das ist keine E-Mail-Adresse.',
  'error.mail_failed': 'Die Mail konnte nicht gesendet werden. Versuchen Sie es erneut.',
}
