import type { Texts } from './en.js'

export const pl: Texts = {
  'approve.site': 'Witryna',
  'approve.name': 'Przedstawia się jako',
  'approve.account': 'Konto',
  'approve.network': 'Sieć',
  'approve.fee': 'Opłata sieciowa najwyżej',
  'approve.missing': 'Brakuje',
  'approve.approve': 'Zatwierdź',
  'approve.reject': 'Odrzuć',
  'approve.unreadable': 'Nieczytelne żądanie',
  'approve.incomplete':
    'Tego żądania nie udało się odczytać w całości. Zatwierdź je tylko, jeśli ufasz witrynie.',
  'approve.raw': 'Wszystko, co jest podpisywane',
  'approve.wait': 'Przycisk zadziała, gdy cała karta będzie przez chwilę widoczna.',
  'approve.scroll': 'Aby zatwierdzić, przewiń do końca.',
  'approve.signing': 'Podpisywanie…',
  'approve.window': 'Sprawdź w oknie',
  'approve.windowWhy':
    'Ta przeglądarka nie może pokazać, czy coś zasłania to żądanie. Przeczytaj je w osobnym oknie.',
  'approve.windowOpen': 'Dokończ w oknie, które się otworzyło.',
  'approve.blocked': 'Okno zostało zablokowane. Zezwól na nie i spróbuj ponownie.',
  'approve.retry': 'Sprawdź ponownie',
  'approve.close': 'Zamknij',
  'approve.outcome': 'Co się stanie',
  'approve.leaves': 'Opuści Twoje konto',
  'approve.arrives': 'Wpłynie na Twoje konto',
  'approve.nothing': 'Poza opłatą nic nie wychodzi ani nie przychodzi.',
  'approve.partly': 'Ta sieć nie mogła pokazać wszystkiego, co się przemieści.',
  'approve.wouldFail': 'To się nie uda. Opłata sieciowa przepadnie.',
  'approve.lacks': 'Na koncie jest na to za mało środków.',
  'approve.changed': 'Od tego czasu coś się zmieniło. Przeczytaj jeszcze raz.',
  'approve.sameNumber':
    'Wcześniej podpisana transakcja ma ten sam numer. Wykonana zostanie tylko jedna z nich.',
  'approve.bothAccounts':
    'Twoje konto nie jest tu wskazane. Podpis obowiązuje dla obu Twoich adresów: konta standardowego i konta smart.',
  'node.network': 'Sieć nie odpowiada. Spróbuj ponownie.',
  'node.network_busy': 'Sieć jest przeciążona. Spróbuj ponownie za chwilę.',
  'node.transaction_replaced': 'Jej miejsce zajęła inna transakcja tego konta.',
  'node.transaction_underpriced':
    'Opłata jest za niska: sieć żąda już więcej lub na jej miejscu czeka inna transakcja.',
  'node.insufficient_funds': 'Na koncie jest za mało środków na kwotę i opłatę sieciową.',
  'node.transaction_expired': 'Transakcja jest za stara. Witryna musi poprosić ponownie.',
  'node.transaction_unknown':
    'Transakcja została podpisana, ale sieć nie podała, czy ją ma. Może jeszcze zostać wykonana.',
  'approve.notKept':
    'Ta przeglądarka niczego teraz nie zapisuje. Po odświeżeniu nie będzie znać tej operacji: nie wysyłaj jej dwa razy.',
  'approve.payer': 'Płaci',
  'approve.payerAccount': 'Twoje konto',
  'node.bundler':
    'Nikt nie przyjmuje teraz w tej sieci operacji kont smart. Użyj konta standardowego lub spróbuj później.',
  'node.bundler_refused':
    'Operację odrzucono. Może jeszcze zostać wykonana, dopóki nie zostanie wykonana inna operacja Twojego konta.',
  'node.earlier_carried_out':
    'Zamiast tej wykonano wcześniejszą operację Twojego konta. Obejrzyj ją, zanim spróbujesz ponownie.',
  'node.operation_pending':
    'Operację wysłano, ale nie ma jej jeszcze w żadnym bloku. Może jeszcze zostać wykonana.',
  'node.operation_failed': 'Operacja się nie powiodła. Opłata sieciowa została zapłacona.',
  'node.operation_replaced': 'Jej miejsce zajęła inna operacja Twojego konta.',
  'node.gas_beyond_bounds': 'Operacja kosztowałaby więcej, niż jest dozwolone.',
  'node.paymaster_refused': 'Usługa opłacająca operacje dała niedozwoloną odpowiedź.',
  'recovery.choose': 'Wybierz sposób odzyskiwania portfela',
  'recovery.why':
    'Jeśli ta przeglądarka zapomni Twój portfel, tylko w ten sposób otworzysz go ponownie. Nikt nie może tego zresetować.',
  'recovery.passkey': 'Użyj klucza dostępu',
  'recovery.password': 'Użyj hasła',
  'recovery.kit': 'Zachowaj zestaw odzyskiwania',
  'recovery.newPassword': 'Hasło: co najmniej 10 znaków',
  'recovery.showPassword': 'Pokaż hasło',
  'recovery.kitKeep':
    'Trzymaj ten zestaw tam, gdzie znajdziesz go tylko Ty. Jest pokazywany jeden raz.',
  'recovery.kitKept': 'Zestaw zachowany',
  'recovery.open': 'Otwórz swój portfel',
  'recovery.openWhy': 'Ta przeglądarka nie ma jeszcze Twojego portfela.',
  'recovery.enterPassword': 'Twoje hasło',
  'recovery.enterKit': 'Twój zestaw odzyskiwania',
  'recovery.continue': 'Kontynuuj',
  'frame.working': 'Chwileczkę…',
  'frame.offline': 'Jesteś offline. Wznowimy, gdy wrócisz do sieci.',
  'frame.failed': 'To się nie udało. Spróbuj ponownie.',
  'approve.unused': 'Limit został zmieniony. Zanim zatwierdzisz, naciśnij „Użyj tych limitów”.',
  'node.grant_refused': 'Tej zgody nie można już udzielić. Witryna musi poprosić ponownie.',
  'approve.grantNotKept':
    'Ta przeglądarka niczego teraz nie zapisuje. Po odświeżeniu ten portfel nie będzie już pokazywać tej zgody.',
}
