import { type MailTexts } from './en.js'

export const it: MailTexts = {
  codeSubject: '{code} è il tuo codice per {site}',
  codeLead: 'Digita questo codice per accedere a {site}:',
  codeWarning: 'È valido per 10 minuti. Non darlo a nessuno: chi te lo chiede vuole il tuo wallet.',
  ignore: 'Se non hai richiesto tu questa email, ignorala.',
  linkSubject: 'Accedi a {site}',
  linkLead:
    'Qualcuno vuole accedere a {site} con questo indirizzo da un nuovo dispositivo: {browser}, {time}.',
  linkButton: 'Guarda la richiesta',
  linkNext: 'Se sei tu, la pagina del link ti mostra un codice. Il link è valido per 10 minuti.',
  noticeSubject: 'Il tuo wallet è stato recuperato su un dispositivo',
  noticeLead: 'È stato usato il recupero del tuo wallet per {site}: {browser}, {time}.',
  noticeNext:
    'Se non sei stato tu, accedi, esci da tutti i dispositivi e sposta ciò che il wallet contiene.',
  changeSubject: 'Il tuo wallet per {site} è stato modificato',
  splitLead:
    'Il recupero del tuo wallet per {site} è stato cambiato: {browser}, {time}. Ciò che prima lo apriva non lo apre più.',
  exportLead:
    'Sono state chieste le 24 parole del tuo wallet per {site}: {browser}, {time}. Chi le ha, ha il wallet.',
  removeLead: 'Un dispositivo è stato rimosso dal tuo wallet per {site}: {browser}, {time}.',
  signInAddedLead:
    'Un modo di accedere è stato aggiunto al tuo wallet per {site}: {browser}, {time}.',
  signInRemovedLead:
    'Un modo di accedere è stato rimosso dal tuo wallet per {site}: {browser}, {time}.',
  signInNext:
    'Se non sei stato tu, accedi, controlla i modi di accedere, esci da tutti i dispositivi e sposta ciò che il wallet contiene.',
  deleteLead: 'Il tuo account per {site} è stato eliminato insieme al wallet: {browser}, {time}.',
  deleteNext:
    'Se non sei stato tu, qualcuno legge la tua posta. Ora solo le 24 parole, se le hai conservate, aprono il wallet.',
  changeFromLead:
    'Qualcuno vuole cambiare l’indirizzo email del tuo wallet per {site}: {browser}, {time}. Se sei tu, digita questo codice:',
  changeToLead: 'Digita questo codice per usare questo indirizzo per il tuo wallet su {site}:',
  changedLead:
    'L’indirizzo email del tuo wallet per {site} è stato cambiato: {browser}, {time}. Questo indirizzo non lo apre più.',
  changedNext:
    'Se non sei stato tu, annulla la modifica entro 72 ore. Fino ad allora non si può esportare nulla e nessun nuovo dispositivo può recuperare il wallet.',
  undoButton: 'Annulla la modifica',
  undoTitle: 'Vuoi riavere il vecchio indirizzo?',
  undoWarning:
    'L’accesso termina allora su tutti i dispositivi, e quelli aggiunti dopo la modifica vengono rimossi.',
  undoDone: 'Il vecchio indirizzo è ripristinato. Accedi con quello.',
  undoGone: 'Questo link è già stato usato o è scaduto. L’indirizzo resta com’è.',
  unknownBrowser: 'un browser sconosciuto',
  pageTitle: 'Vuoi accedere?',
  pageSite: 'Sito',
  pageBrowser: 'Browser',
  pageTime: 'Ora',
  pageWarning:
    'Continua solo se hai digitato il tuo indirizzo su questo sito un momento fa. Nessun altro dovrebbe averti inviato questo link.',
  pageApprove: 'Sì, mostra il codice',
  pageDeny: 'Non ero io',
  pageCode: 'Digita questo codice nella finestra in cui hai iniziato:',
  pageDenied: 'L’accesso è stato fermato. Puoi chiudere questa pagina.',
  deviceSubject: 'Nuovo accesso a {site}',
  deviceLead:
    'Qualcuno ha effettuato l’accesso al tuo wallet per {site} da un nuovo dispositivo: {browser}, {time}.',
  socialBack: 'Torna a {site}. Puoi chiudere questa finestra.',
  socialGone:
    'Questo accesso è terminato o è iniziato altrove. Ricomincia nella finestra in cui hai iniziato.',
  socialWarning:
    'Continua solo se un momento fa hai scelto di accedere su questo sito, in questo browser. Nessun altro dovrebbe averti mandato qui.',
  socialYes: 'Sì, accedi',
  pageGone:
    'Questo link è già stato usato o è scaduto. Ricomincia nella finestra in cui hai iniziato.',
}
