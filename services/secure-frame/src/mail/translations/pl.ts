import { type MailTexts } from './en.js'

export const pl: MailTexts = {
  codeSubject: '{code} to Twój kod dla {site}',
  codeLead: 'Wpisz ten kod, aby zalogować się w {site}:',
  codeWarning:
    'Jest ważny 10 minut. Nie podawaj go nikomu: kto o niego pyta, chce Twojego portfela.',
  ignore: 'Jeśli ta wiadomość nie jest na Twoją prośbę, zignoruj ją.',
  linkSubject: 'Logowanie w {site}',
  linkLead:
    'Ktoś chce się zalogować w {site} z tym adresem na nowym urządzeniu: {browser}, {time}.',
  linkButton: 'Zobacz prośbę',
  linkNext: 'Jeśli to Ty, strona pod linkiem pokaże Ci kod. Link jest ważny 10 minut.',
  noticeSubject: 'Twój portfel odzyskano na urządzeniu',
  noticeLead: 'Użyto odzyskiwania Twojego portfela dla {site}: {browser}, {time}.',
  noticeNext:
    'Jeśli to nie Ty, zaloguj się, wyloguj się na wszystkich urządzeniach i przenieś zawartość portfela.',
  changeSubject: 'Twój portfel dla {site} został zmieniony',
  splitLead:
    'Odzyskiwanie Twojego portfela dla {site} zmieniono: {browser}, {time}. To, co otwierało go wcześniej, już nie działa.',
  exportLead:
    'Poproszono o 24 słowa Twojego portfela dla {site}: {browser}, {time}. Kto je ma, ten ma portfel.',
  removeLead: 'Z Twojego portfela dla {site} usunięto urządzenie: {browser}, {time}.',
  signInAddedLead: 'Do Twojego portfela dla {site} dodano sposób logowania: {browser}, {time}.',
  signInRemovedLead: 'Z Twojego portfela dla {site} usunięto sposób logowania: {browser}, {time}.',
  signInNext:
    'Jeśli to nie Ty, zaloguj się, sprawdź sposoby logowania, wyloguj się na wszystkich urządzeniach i przenieś zawartość portfela.',
  deleteLead: 'Twoje konto dla {site} usunięto wraz z portfelem: {browser}, {time}.',
  deleteNext:
    'Jeśli to nie Ty, ktoś czyta Twoją pocztę. Portfel otwierają już tylko 24 słowa, jeśli je masz.',
  changeFromLead:
    'Ktoś chce zmienić adres e-mail Twojego portfela dla {site}: {browser}, {time}. Jeśli to Ty, wpisz ten kod:',
  changeToLead: 'Wpisz ten kod, aby używać tego adresu dla swojego portfela w {site}:',
  changedLead:
    'Adres e-mail Twojego portfela dla {site} zmieniono: {browser}, {time}. Ten adres już go nie otwiera.',
  changedNext:
    'Jeśli to nie Ty, cofnij zmianę w ciągu 72 godzin. Do tego czasu niczego nie można wyeksportować, a żadne nowe urządzenie nie może odzyskać portfela.',
  undoButton: 'Cofnij zmianę',
  undoTitle: 'Czy przywrócić stary adres?',
  undoWarning: 'Wszystkie urządzenia zostaną wtedy wylogowane, a dodane po zmianie – usunięte.',
  undoDone: 'Stary adres został przywrócony. Zaloguj się nim.',
  undoGone: 'Ten link został już użyty lub wygasł. Adres pozostaje bez zmian.',
  unknownBrowser: 'nieznana przeglądarka',
  pageTitle: 'Czy chcesz się zalogować?',
  pageSite: 'Witryna',
  pageBrowser: 'Przeglądarka',
  pageTime: 'Czas',
  pageWarning:
    'Kontynuuj tylko, jeśli Twój adres został przed chwilą wpisany w tej witrynie przez Ciebie. Nikt inny nie powinien był wysłać Ci tego linku.',
  pageApprove: 'Tak, pokaż kod',
  pageDeny: 'To nie ja',
  pageCode: 'Wpisz ten kod w oknie, w którym zaczęto logowanie:',
  pageDenied: 'Logowanie zatrzymano. Możesz zamknąć tę stronę.',
  deviceSubject: 'Nowe logowanie w {site}',
  deviceLead:
    'Zalogowano się do Twojego portfela dla {site} na nowym urządzeniu: {browser}, {time}.',
  socialBack: 'Wróć do {site}. To okno można zamknąć.',
  socialGone:
    'To logowanie się skończyło lub zaczęto je gdzie indziej. Zacznij ponownie w oknie, w którym zaczęto logowanie.',
  socialWarning:
    'Kontynuuj tylko, jeśli logowanie w tej witrynie, w tej przeglądarce, zostało przed chwilą wybrane przez Ciebie. Nikt inny nie powinien był Cię tu wysłać.',
  socialYes: 'Tak, zaloguj',
  pageGone:
    'Ten link został już użyty lub wygasł. Zacznij ponownie w oknie, w którym zaczęto logowanie.',
}
