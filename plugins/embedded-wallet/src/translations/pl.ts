import type { Catalogue } from '@latchkey/plugin-api'

export const pl: Catalogue = {
  'embedded.emailTitle': 'Logowanie e-mailem',
  'embedded.emailText':
    'Otrzymasz portfel bez instalowania czegokolwiek. W wiadomości będzie kod lub link.',
  'embedded.emailLabel': 'Adres e-mail',
  'embedded.continue': 'Kontynuuj z e-mailem',
  'embedded.codeTitle': 'Wpisz kod',
  'embedded.codeText': 'Wysłaliśmy sześciocyfrowy kod na adres {email}.',
  'embedded.codeLabel': 'Sześciocyfrowy kod',
  'embedded.digit': 'Cyfra {number} z 6',
  'embedded.checking': 'Sprawdzanie kodu…',
  'embedded.resend': 'Wyślij kolejną wiadomość',
  'embedded.resendIn': 'Kolejna wiadomość za {seconds} s',
  'embedded.deviceTitle': 'Potwierdź to urządzenie',
  'embedded.deviceHeadline': 'Otwórz link z wiadomości',
  'embedded.deviceText':
    'Wysłaliśmy link na adres {email}. Jego strona pokaże kod, który wpiszesz tutaj.',
  'embedded.waiting':
    '{count, plural, one {Czeka # żądanie} few {Czekają # żądania} many {Czeka # żądań} other {Czeka # żądania}}',
  'embedded.frameTitle': 'Twój portfel',
  'embedded.securityTitle': 'Portfel i bezpieczeństwo',
  'embedded.securityFailed': 'Strony portfela się nie otworzyły',
  'embedded.codeWrong':
    'Kod jest błędny lub wygasł. Wpisz go ponownie lub poproś o nową wiadomość.',
  'embedded.denied': 'To logowanie zatrzymano przez link z wiadomości.',
  'embedded.over': 'Czas na to logowanie minął. Poproś o nową wiadomość.',
  'embedded.mailFailed': 'Nie udało się wysłać wiadomości. Spróbuj ponownie.',
  'embedded.walletClosed':
    'Ta przeglądarka nie ma Twojego portfela i nie może go odzyskać. Użyj przeglądarki, w której powstał.',
  'embedded.keeperAway': 'Nie można teraz otworzyć portfela. Spróbuj ponownie za chwilę.',
  'embedded.unreachable': 'Serwer portfela jest nieosiągalny. Spróbuj ponownie.',
  'embedded.tooMany':
    'Zbyt wiele prób. Spróbuj ponownie za {minutes, plural, one {# minutę} few {# minuty} many {# minut} other {# minuty}}.',
  'embedded.socialTitle': 'Logowanie',
  'embedded.continueWith': 'Kontynuuj z {provider}',
  'embedded.socialHeadline': 'Kontynuuj w {provider}',
  'embedded.socialText':
    'Zaloguj się w oknie, które się otworzyło. Ta strona przejdzie dalej sama.',
  'embedded.socialLost': 'Dokończ w oknie lub anuluj.',
  'embedded.socialChecking': 'Logowanie…',
  'embedded.asks': 'Twój portfel ma pytanie. Odpowiedz na nie tutaj.',
  'embedded.openAgain': 'Otwórz okno ponownie',
  'embedded.blockedText': 'Otwórz je tym przyciskiem.',
  'embedded.socialFailed': 'Nie zalogowano',
  'embedded.socialDenied': 'Logowanie w {provider} nie zostało dozwolone.',
  'embedded.providerFailed':
    '{provider}: usługa jest nieosiągalna lub odpowiedziała nieprawidłowo. Spróbuj ponownie.',
  'embedded.socialOver': 'Czas na to logowanie minął. Spróbuj ponownie.',
  'embedded.otherPerson': 'To inne konto {provider} niż to, od którego zaczęto. Spróbuj ponownie.',
  'embedded.farcasterText': 'Zeskanuj kod aparatem telefonu i zatwierdź w Farcaster.',
  'embedded.farcasterCode': 'Kod QR dla Farcaster',
  'embedded.farcasterMaking': 'Tworzenie kodu…',
  'embedded.farcasterOpen': 'Otwórz Farcaster',
  'embedded.copyLink': 'Kopiuj link',
  'embedded.changeTitle': 'Zmiana e-maila',
  'embedded.changeText': 'Najpierw kod przyjdzie na stary adres, a potem na nowy.',
  'embedded.newEmail': 'Nowy adres e-mail',
  'embedded.changeContinue': 'Kontynuuj',
  'embedded.oldCodeText': 'Wysłaliśmy sześciocyfrowy kod na Twój stary adres.',
  'embedded.changeOther': 'Użyj innego adresu',
  'embedded.changeDone': 'E-mail został zmieniony',
  'embedded.changeDoneText':
    'Od teraz logujesz się adresem {email}. Na stary adres wysłano link, który cofa zmianę w ciągu 72 godzin.',
  'embedded.changeOver': 'Czas na tę zmianę minął. Zacznij od nowa.',
  'embedded.notFresh':
    'Twoje logowanie jest na to zbyt dawne. Rozłącz się, zaloguj ponownie i wróć tutaj.',
  'embedded.sameEmail': 'To już jest Twój adres.',
  'embedded.changed':
    'Adres tego portfela został zmieniony. Będzie to znów możliwe 72 godziny po zmianie.',
  'embedded.emailTaken': 'Ten adres ma własny portfel. Użyj innego.',
  'embedded.accountTypeTitle': 'Rodzaj konta',
  'embedded.smartAccount': 'Konto smart',
  'embedded.eoaAccount': 'Konto standardowe',
  'embedded.accountTypeText':
    'Każde konto ma własny adres. Zawartość jednego z nich zostaje tam po przełączeniu, a oczekujące żądania są odrzucane.',
  'embedded.notHere': 'Nie w tej sieci',
  'embedded.useSmart': 'Użyj konta smart',
  'embedded.useEoa': 'Użyj konta standardowego',
  'embedded.accountsFailed': 'Nie udało się odczytać kont',
  'embedded.alertLoad':
    'Błąd sieci – nie udało się wczytać wbudowanego portfela|Serwer bezpiecznej ramki nie odpowiedział.',
  'embedded.alertTimeout':
    'Wbudowany portfel nie odpowiedział na czas|Bezpieczna ramka nie odpowiedziała na żądanie.',
  'errors.embedded.load_failed': 'Nie udało się wczytać składnika logowania e-mailem',
  'errors.embedded.no_connector': 'Nie znaleziono konektora logowania',
  'errors.embedded.no_place':
    'Połączenie z portfelem w tej witrynie jest źle skonfigurowane. Powiadom witrynę.',
  'errors.embedded.request_failed': 'Wystąpił błąd',
  'errors.embedded.timed_out': 'To trwało zbyt długo. Spróbuj ponownie.',
  'errors.embedded.aborted': 'Coś poszło nie tak',
  'errors.embedded.invalid_email': 'To nie jest adres e-mail.',
  'errors.embedded.too_soon': 'Spróbuj ponownie za {seconds} s',
  'errors.embedded.signed_out': 'Nikt nie jest zalogowany.',
  'errors.embedded.popup_closed': 'Wyskakujące okno zamknięte',
  'errors.embedded.social_not_started': 'Nie udało się rozpocząć logowania społecznościowego',
  'errors.embedded.farcaster_failed': 'Nie udało się połączyć z Farcaster',
  'errors.embedded.not_connected': 'Brak połączenia przez e-mail lub konto społecznościowe',
  'errors.embedded.interrupted':
    'Podczas logowania strona została wczytana ponownie. Zacznij od nowa.',
  'errors.embedded.smart_accounts_off': 'W tej sieci nie ma kont smart.',
  'errors.embedded.account_in_use': 'To konto jest już w użyciu.',
}
