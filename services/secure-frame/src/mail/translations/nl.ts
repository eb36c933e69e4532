import { type MailTexts } from './en.js'

export const nl: MailTexts = {
  codeSubject: '{code} is je code voor {site}',
  codeLead: 'Typ deze code om in te loggen bij {site}:',
  codeWarning: 'Hij is 10 minuten geldig. Geef hem aan niemand: wie erom vraagt, wil je wallet.',
  ignore: 'Heb je niet om deze mail gevraagd, negeer hem dan.',
  linkSubject: 'Inloggen bij {site}',
  linkLead:
    'Iemand wil met dit adres op een nieuw apparaat inloggen bij {site}: {browser}, {time}.',
  linkButton: 'Verzoek bekijken',
  linkNext:
    'Ben jij dit, dan toont de pagina achter de link je een code. De link is 10 minuten geldig.',
  noticeSubject: 'Je wallet is op een apparaat hersteld',
  noticeLead: 'Het herstel van je wallet voor {site} is gebruikt: {browser}, {time}.',
  noticeNext:
    'Was jij dit niet, log dan in, log uit op alle apparaten en verplaats wat in de wallet zit.',
  changeSubject: 'Je wallet voor {site} is gewijzigd',
  splitLead:
    'Het herstel van je wallet voor {site} is gewijzigd: {browser}, {time}. Wat hem eerst opende, werkt niet meer.',
  exportLead:
    'De 24 woorden van je wallet voor {site} zijn opgevraagd: {browser}, {time}. Wie ze heeft, heeft de wallet.',
  removeLead: 'Er is een apparaat verwijderd uit je wallet voor {site}: {browser}, {time}.',
  signInAddedLead: 'Er is een login toegevoegd aan je wallet voor {site}: {browser}, {time}.',
  signInRemovedLead: 'Er is een login verwijderd uit je wallet voor {site}: {browser}, {time}.',
  signInNext:
    'Was jij dit niet, log dan in, bekijk de manieren om in te loggen, log uit op alle apparaten en verplaats wat in de wallet zit.',
  deleteLead: 'Je account voor {site} is verwijderd, met de wallet: {browser}, {time}.',
  deleteNext:
    'Was jij dit niet, dan leest iemand je mail. Alleen de 24 woorden openen de wallet nog, als je ze hebt bewaard.',
  changeFromLead:
    'Iemand wil het e-mailadres van je wallet voor {site} wijzigen: {browser}, {time}. Ben jij dit, typ dan deze code:',
  changeToLead: 'Typ deze code om dit adres te gebruiken voor je wallet bij {site}:',
  changedLead:
    'Het e-mailadres van je wallet voor {site} is gewijzigd: {browser}, {time}. Dit adres opent hem niet meer.',
  changedNext:
    'Was jij dit niet, maak de wijziging dan binnen 72 uur ongedaan. Tot die tijd kan er niets worden geëxporteerd en kan geen nieuw apparaat de wallet herstellen.',
  undoButton: 'Wijziging ongedaan maken',
  undoTitle: 'Wil je het oude adres terug?',
  undoWarning:
    'Alle apparaten worden dan uitgelogd, en apparaten die na de wijziging zijn toegevoegd worden verwijderd.',
  undoDone: 'Het oude adres is terug. Log ermee in.',
  undoGone: 'Deze link is al gebruikt of verlopen. Het adres blijft zoals het is.',
  unknownBrowser: 'een onbekende browser',
  pageTitle: 'Wil je inloggen?',
  pageSite: 'Site',
  pageBrowser: 'Browser',
  pageTime: 'Tijd',
  pageWarning:
    'Ga alleen verder als je zojuist je adres op deze site hebt getypt. Niemand anders zou je deze link moeten sturen.',
  pageApprove: 'Ja, toon de code',
  pageDeny: 'Dat was ik niet',
  pageCode: 'Typ deze code in het venster waarin je begon:',
  pageDenied: 'De login is gestopt. Je kunt deze pagina sluiten.',
  deviceSubject: 'Nieuwe login bij {site}',
  deviceLead: 'Er is op een nieuw apparaat ingelogd bij je wallet voor {site}: {browser}, {time}.',
  socialBack: 'Ga terug naar {site}. Dit venster kan dicht.',
  socialGone:
    'Deze login is voorbij of elders begonnen. Begin opnieuw in het venster waarin je begon.',
  socialWarning:
    'Ga alleen verder als je zojuist zelf op deze site, in deze browser, koos om in te loggen. Niemand anders zou je hierheen moeten sturen.',
  socialYes: 'Ja, inloggen',
  pageGone: 'Deze link is al gebruikt of verlopen. Begin opnieuw in het venster waarin je begon.',
}
