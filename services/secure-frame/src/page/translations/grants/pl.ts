import type { GrantTexts } from './en.js'

export const pl: GrantTexts = {
  'grant.title': 'Pozwól witrynie działać w Twoim imieniu',
  'grant.endTitle': 'Cofnij zgodę na działanie witryny w Twoim imieniu',
  'grant.atMost': 'Opuści Twoje konto najwyżej',
  'grant.number': 'Zgoda',
  'grant.who': 'Kto może działać',
  'grant.may': 'Może',
  'grant.total': 'Wysłać łącznie do {amount}, komukolwiek.',
  'grant.period':
    'Wysyłać do {amount} w każdym okresie (długość okresu: {period}), komukolwiek. Początek pierwszego: {start}. To, co zostanie z jednego okresu, nie przechodzi na następny.',
  'grant.stream':
    'Wysłać na początku {initial}, a potem co sekundę {perSecond} więcej, łącznie najwyżej {maximum}, komukolwiek. Początek: {start}.',
  'grant.calls': 'Wywoływać każdą z tych funkcji każdego z tych kontraktów, bez wysyłania monet.',
  'grant.callsWithCoins':
    'Wywoływać każdą z tych funkcji każdego z tych kontraktów, za każdym razem z kwotą najwyżej {amount}.',
  'grant.token': 'Kontrakt tokena',
  'grant.tokenName': '{token}, przedstawia się jako „{name}”. Nikt nie sprawdził tej nazwy.',
  'grant.contract': 'Kontrakt',
  'grant.function': 'Funkcja',
  'grant.often': 'Jak często',
  'grant.times': 'Najwyżej {count}×',
  'grant.anyTimes': 'Tak często, jak pozwalają kwoty',
  'grant.from': 'Nie wcześniej niż',
  'grant.until': 'Do',
  'grant.says': 'Witryna podaje',
  'grant.alone':
    'Wszystko to będzie możliwe bez ponownego pytania. Tę zgodę można przekazać innym w ramach tych samych limitów.',
  'grant.notCounted': 'To, co te kontrakty pobierają same, nie jest wliczone w tę kwotę.',
  'grant.units':
    'Ten token nie podaje liczby miejsc po przecinku. Kwota jest w jego najmniejszej jednostce.',
  'grant.danger': 'Zagrożenie',
  'grant.moves-tokens':
    'Ta funkcja może przenieść Twoje tokeny lub przedmioty kolekcjonerskie, w dowolnej ilości.',
  'grant.approves-tokens': 'Ta funkcja może pozwolić komuś innemu wydawać Twoje tokeny.',
  'grant.is-token': 'Ten kontrakt to token: jego funkcje decydują o tym, co w nim posiadasz.',
  'grant.runs-anything': 'Ta funkcja wykonuje wszystko, co wybierze wywołujący.',
  'grant.changes-owner': 'Ta funkcja może przekazać kontrakt lub prawa do niego.',
  'grant.no-contract':
    'Pod tym adresem nie ma teraz kontraktu. Każdy może go tam później umieścić.',
  'grant.lower': 'Pozwól na mniej',
  'grant.amount': 'Najwyższa kwota łącznie ({symbol})',
  'grant.count': 'Najwyżej ile razy',
  'grant.end': 'Kończy się najpóźniej',
  'grant.use': 'Użyj tych limitów',
  'grant.onlyLower':
    'Każdy limit musi być większy od 0 (kwota wywołania może wynosić 0) i nie wyższy od żądanego, a koniec musi przypadać w przyszłości.',
  'grant.by': 'Zażądane przez',
  'grant.unknown-function':
    'Nie wiadomo, co robi ta funkcja. Może przenieść to, co Twoje konto tam ma.',
  'grant.amountPeriod': 'Najwyższa kwota w każdym okresie ({period}, {symbol})',
  'grant.amountCall': 'Najwyższa kwota w każdym wywołaniu ({symbol})',
}
