import type { OwnTexts } from './en.js'

export const it: OwnTexts = {
  'security.title': 'Sicurezza del tuo wallet',
  'security.cancel': 'Annulla',
  'security.back': 'Indietro',
  'security.close': 'Chiudi',
  'security.done': 'Fine',
  'security.retry': 'Riprova',
  'security.otherWay': 'Un altro modo',
  'security.recovery': 'Recupero',
  'security.devices': 'Dispositivi',
  'security.grants': 'Cosa possono fare i siti web',
  'security.home': 'Questo browser',
  'security.words': 'Le tue 24 parole',
  'security.everywhere': 'Esci ovunque',
  'security.everywhereWhy': 'L’accesso termina su tutti i tuoi dispositivi, anche su questo.',
  'security.delete': 'Elimina l’account',
  'security.deleteWhy':
    'Elimina il tuo account e ciò che qui è conservato del tuo wallet. Non si può annullare.',
  'security.deleteWords':
    'Ciò che è nel wallet si potrà raggiungere solo con le 24 parole. Esportale prima.',
  'security.deleteNow': 'Elimina per sempre',
  'security.change': 'Cambia il recupero',
  'security.changeWhy':
    'Dopo la modifica il recupero di prima non apre più nulla e gli altri tuoi dispositivi chiedono quello nuovo.',
  'security.takeOver': 'Prendi il controllo del wallet',
  'security.takeOverWhy':
    'Puoi custodire tu il recupero. La parte di chiave di questo servizio viene allora eliminata e non potrà più aiutarti.',
  'security.recoveryDone':
    'Il recupero è stato cambiato. Le parti di chiave precedenti sono state eliminate.',
  'recovery.kept.automatic': 'Questo servizio custodisce il tuo recupero.',
  'recovery.kept.passkey': 'Recuperi con una passkey.',
  'recovery.kept.password': 'Recuperi con una password.',
  'recovery.kept.kit': 'Recuperi con un kit.',
  'recovery.none': 'Il tuo wallet non ha ancora un recupero.',
  'recovery.kitSave': 'Salvalo o stampalo',
  'recovery.kitFile': 'Salva come file',
  'recovery.kitPrint': 'Stampa',
  'recovery.other': 'Recupera il wallet',
  'recovery.window': 'Vedi in una finestra',
  'confirm.title': 'Sei tu?',
  'confirm.why': 'Serve un nuovo accesso. Inviamo un codice a {email}.',
  'confirm.send': 'Invia il codice',
  'confirm.sent': 'Abbiamo inviato un codice a {email}.',
  'confirm.code': 'Codice dell’email',
  'confirm.again': 'Invia un altro codice',
  'confirm.another': 'Un’altra email è in arrivo. Il codice di quella precedente non vale più.',
  'confirm.whyProvider': 'Serve un nuovo accesso. Si apre una finestra del provider.',
  'confirm.whyEither':
    'Serve un nuovo accesso. Inviamo un codice a {email}, oppure si apre una finestra del provider.',
  'confirm.with': 'Accedi con {provider}',
  'security.signIns': 'Modi di accedere',
  'signIns.email': 'Email',
  'signIns.add': 'Aggiungi {provider}',
  'signIns.addWhy': 'Chi accede in quel modo da ora apre questo wallet.',
  'signIns.address': 'Indirizzo email',
  'signIns.added': 'Da ora apre il tuo wallet.',
  'signIns.remove': 'Rimuovi questo accesso',
  'signIns.removeNow': 'Rimuovi',
  'signIns.removeWhy':
    'Non apre più questo wallet. Gli accessi fatti così terminano, anche in questo browser se era uno di quelli.',
  'signIns.removed': 'L’accesso è stato rimosso.',
  'signIns.only': 'Questo è il tuo unico modo di accedere. Aggiungine prima un altro.',
  'signIns.addressStays': 'Questo indirizzo si può cambiare, non rimuovere.',
  'link.title': 'Hai già un wallet con questo indirizzo',
  'link.ask': 'Aprirlo anche con {provider}?',
  'link.askEmail': 'Aprirlo anche con questo indirizzo email?',
  'link.yes': 'Sì, è mio',
  'link.no': 'No, crea un nuovo wallet',
  'link.prove': 'Dimostra che è tuo',
  'link.byProvider': 'Accedi come hai fatto prima. Si apre una finestra del provider.',
  'link.sentLink':
    'Abbiamo inviato un link a {email}. Aprilo, poi digita il codice mostrato nella sua pagina.',
  'devices.this': 'Questo dispositivo, ultimo uso {time}',
  'devices.seen': 'Ultimo uso {time}',
  'devices.remove': 'Rimuovi il dispositivo',
  'devices.removeWhy':
    'L’accesso vi termina e ciò che conserva del tuo wallet diventa inutile. Gli altri tuoi dispositivi fanno il recupero una volta.',
  'devices.recoveryFirst':
    'Il tuo wallet non ha ancora un recupero, e quel dispositivo può avere l’unica parte di chiave. Quindi prima scegli un recupero.',
  'devices.removed':
    'Il dispositivo è stato rimosso. Le parti di chiave precedenti sono state eliminate.',
  'grants.where':
    'Ciò che hai permesso ai siti web di fare per te, per quanto ne sa questo browser. Gli altri dispositivi, e i siti web che il browser tiene separati, hanno elenchi propri.',
  'grants.none': 'Nessun sito web può fare nulla per te.',
  'grants.offline':
    'Sei offline. Questo elenco è ciò che il browser ha annotato. Potrai ritirare i permessi quando torni in linea.',
  'grants.used': 'Usato finora',
  'grants.total': '{used} usati, restano {left}.',
  'grants.period': '{used} usati in questo periodo, ne restano {left}.',
  'grants.stream': '{used} usati, {left} si possono inviare ora.',
  'grants.calls': 'Usato {used}×, restano {left}×.',
  'grants.unread': 'Non è stato possibile leggerlo dalla catena.',
  'grants.notServed':
    'Questo wallet non funziona più su questa rete, quindi non può ritirarlo qui.',
  'grants.revoke': 'Ritira',
  'grants.revokeAll': 'Ritira tutto',
  'grants.waiting': 'La rete lo sta eseguendo. Puoi lasciare questa pagina.',
  'grants.revoked': 'Ritirato: il sito web non può più farlo.',
  'home.storage': 'La parte di chiave di questo dispositivo è conservata in questo browser.',
  'home.unpartitioned':
    'La parte di chiave di questo dispositivo è conservata in questo browser, per tutti i siti.',
  'home.window':
    'La parte di chiave di questo dispositivo è conservata in questo browser, in una finestra di questo servizio.',
  'home.service':
    'Questo browser non lascia conservare nulla al frame. Questo servizio conserva la parte di chiave di questo dispositivo, sigillata da un cookie di questo browser.',
  'home.none':
    'Il frame non trova alcuna parte di chiave in questo browser. Ti verrà chiesta al prossimo uso.',
  'home.move': 'Conservala in una finestra',
  'words.why':
    'Con queste parole qualsiasi app wallet apre i tuoi account. Scrivile e conservale dove solo tu puoi trovarle.',
  'words.warning':
    'Chi legge queste parole può prendere tutto. Nessuno che ti aiuti te le chiederà.',
  'words.show': 'Mostra le parole',
  'words.copy': 'Copia le parole',
  'words.copyWarning':
    'Altre app e altri siti possono leggere ciò che copi. Scrivere le parole a mano è più sicuro.',
  'words.copyNow': 'Copia lo stesso',
  'words.copied': 'Copiato. Svuota gli appunti dopo aver incollato le parole.',
  'error.recovery_wrong': 'Questo non apre il wallet. Controlla e riprova.',
  'error.password_short': 'La password è troppo corta.',
  'error.passkey_unsupported':
    'Questo browser o questa passkey non può farlo. Scegli un altro modo.',
  'error.wallet_closed':
    'Questo browser non ha il tuo wallet e non può recuperarlo. Usa il browser in cui è stato creato.',
  'error.key_mismatch':
    'Da queste parti non risulta il tuo wallet, quindi non è stato firmato nulla.',
  'error.unreachable': 'Il servizio del wallet non è raggiungibile. Riprova.',
  'error.rate_limited': 'Troppe richieste. Riprova più tardi.',
  'error.wait': 'Troppe richieste. Riprova tra {wait}.',
  'error.code_wrong': 'Il codice è errato o scaduto.',
  'error.denied': 'L’accesso è stato rifiutato dal provider.',
  'error.provider_failed': 'Il provider non ha risposto come dovrebbe. Riprova.',
  'error.expired': 'Il tempo per questo accesso è scaduto. Ricomincia.',
  'error.other_person':
    'Il provider ha indicato un’altra persona. Accedi lì come la persona a cui appartiene questo wallet.',
  'error.sealed': 'Il servizio del wallet ora non può aprire la sua parte. Riprova più tardi.',
  'error.keeper': 'Al momento non è possibile aprire il tuo wallet. Riprova tra poco.',
  'error.conflict': 'Il wallet è stato modificato su un altro dispositivo. Riprova.',
  'error.window_blocked': 'La finestra è stata bloccata. Consentila, poi riprova.',
  'error.not_in_window': 'Questo browser non conserva alcuna parte di chiave del wallet.',
  'error.sign_in_taken':
    'Questo accesso apre un altro wallet. Usalo per accedere lì e rimuovilo, oppure usane un altro.',
  'error.has_kind': 'Questo wallet ha già un accesso di quel tipo. Rimuovilo prima.',
  'error.last_sign_in': 'Questo è l’unico modo di accedere a questo wallet.',
  'error.fresh': 'Serve un nuovo accesso. Torna indietro e ricomincia.',
  'error.changed':
    'L’indirizzo di questo wallet è stato cambiato. Sarà di nuovo possibile 72 ore dopo la modifica.',
  'error.email_taken': 'Questo indirizzo ha già un proprio wallet. Usane un altro.',
  'error.email': 'Questo non è un indirizzo email.',
  'error.mail_failed': 'Impossibile inviare l’email. Riprova.',
}
