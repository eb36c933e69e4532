import type { Catalogue } from '@latchkey/plugin-api'

const NOT_SET_UP =
  'Die Wallet-Verbindung dieser Website ist nicht richtig eingerichtet. Sagen Sie der Website Bescheid.'

/** German, addressing visitors as “Sie”. A noun that replaces a wallet's name is in the dative. */
export const de: Catalogue = {
  'errors.unknown': 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
  'errors.caip.invalid_network': 'Dieses Netzwerk ist nicht lesbar geschrieben.',
  'errors.caip.invalid_account': 'Dieses Konto ist nicht lesbar geschrieben.',
  'errors.kernel.composition_failed': NOT_SET_UP,
  'errors.kernel.plugin_failed':
    'Ein Teil der Wallet-Verbindung ist ausgefallen: {plugin}. Versuchen Sie es erneut oder sagen Sie der Website Bescheid.',
  'errors.kernel.plugin_not_installed': 'Dieser Website fehlt, was hierfür nötig ist: {plugin}.',
  'errors.kernel.invalid_option': NOT_SET_UP,
  'errors.kernel.disposed':
    'Diese Seite hat ihre Wallet-Verbindung geschlossen. Laden Sie die Seite neu.',
  'errors.kernel.token_missing': NOT_SET_UP,
  'errors.kernel.token_cycle': NOT_SET_UP,
  'errors.kernel.duplicate_id': NOT_SET_UP,
  'errors.kernel.not_allowed': 'Diese Website lässt das nicht zu.',
  'errors.kernel.adapter_missing': 'Chain nicht unterstützt',
  'errors.kernel.connection_client_missing': 'Kein Connector für die Verbindung gefunden',
  'errors.kernel.network_client_missing':
    'Netzwerk nicht gefunden. Wählen Sie ein anderes Netzwerk.',
  'errors.kernel.chain_missing': 'Wählen Sie zuerst ein Netzwerk.',
  'errors.kernel.network_unknown': 'Diese Website kennt das Netzwerk nicht.',
  'errors.kernel.network_switch_disabled':
    'Auf dieser Website können Sie das Netzwerk nicht wechseln.',
  'errors.kernel.account_or_network_missing': 'Es ist kein Netzwerk oder kein Konto gewählt',
  'errors.kernel.invalid_connection_status': 'Ungültiger Verbindungsstatus',
  'errors.kernel.connector_missing': 'Kein Connector für die Verbindung gefunden',
  'errors.kernel.connector_ambiguous':
    'Mehrere Wallets auf dieser Seite geben sich für diese aus. Wählen Sie die richtige aus der Liste.',
  'errors.kernel.invalid_connector_kind': 'Diese Wallet kann hier nicht angezeigt werden.',
  'errors.kernel.modal_closed': 'Fenster geschlossen',
  'errors.kernel.view_missing': 'Diese Ansicht ist auf dieser Website nicht installiert.',
  'errors.kernel.timed_out': 'Das hat zu lange gedauert. Versuchen Sie es erneut.',
  'errors.kernel.aborted': 'Die Anfrage wurde abgebrochen',
  'errors.wallet.user_rejected': 'Verbindung abgelehnt',
  'errors.wallet.request_pending':
    'Ihre Wallet wartet noch auf die Antwort zu einer früheren Anfrage. Öffnen Sie sie.',
  'errors.wallet.not_installed': 'Diese Wallet ist hier nicht installiert.',
  'errors.wallet.unauthorized':
    'Ihre Wallet hat das nicht erlaubt. Erlauben Sie dieser Website den Zugriff in Ihrer Wallet und versuchen Sie es erneut.',
  'errors.wallet.unsupported_method': 'Ihre Wallet kann das nicht.',
  'errors.wallet.disconnected': 'Ihre Wallet ist nicht mehr verbunden. Verbinden Sie sie erneut.',
  'errors.wallet.chain_disconnected':
    'Ihre Wallet erreicht dieses Netzwerk nicht. Prüfen Sie das Netzwerk in Ihrer Wallet.',
  'errors.wallet.unknown_chain':
    'Ihre Wallet kennt dieses Netzwerk nicht. Fügen Sie es in Ihrer Wallet hinzu und versuchen Sie es erneut.',
  'errors.wallet.switch_unsupported':
    'Ihre Wallet kann nicht in dieses Netzwerk wechseln. Wählen Sie eine andere Wallet oder ein anderes Netzwerk.',
  'errors.wallet.popup_blocked':
    'Ihr Browser hat ein Fenster blockiert. Erlauben Sie Fenster für diese Website und versuchen Sie es erneut.',
  'errors.wallet.popup_closed': 'Pop-up geschlossen',
  'errors.wallet.bad_answer':
    'Die Antwort Ihrer Wallet ist unverständlich. Versuchen Sie es erneut oder aktualisieren Sie die Wallet.',
  'errors.wallet.connect_failed': 'Verbindung fehlgeschlagen',
  'errors.wallet.disconnect_failed': 'Trennen fehlgeschlagen',
  'errors.wallet.account_changed':
    'Konto oder Netzwerk hat inzwischen gewechselt, deshalb ist nichts geschehen. Versuchen Sie es erneut.',
  'errors.rpc.method_not_allowed': 'Aktion nicht erlaubt',
  'errors.rpc.failed': 'Das Netzwerk hat das nicht angenommen. Versuchen Sie es später erneut.',
  'errors.rpc.no_connection':
    'Für dieses Netzwerk ist keine Wallet verbunden. Verbinden Sie zuerst eine.',
  'errors.http.status': 'Ein Server konnte nicht antworten. Versuchen Sie es später erneut.',
  'errors.http.unreachable':
    'Ein Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'errors.http.bad_answer':
    'Ein Server hat unverständlich geantwortet. Versuchen Sie es später erneut.',
  'errors.http.origin_not_declared': NOT_SET_UP,
  'errors.adapter.invalid_address': 'Das ist keine gültige Adresse.',
  'errors.adapter.ability_missing': 'Dieses Netzwerk kann das hier nicht.',

  'ui.connectWallet': 'Wallet verbinden',
  'ui.connecting': 'Wird verbunden…',
  'ui.selectNetwork': 'Netzwerk wählen',
  'ui.loading': 'Wird geladen',
  'ui.back': 'Zurück',
  'ui.close': 'Schließen',
  'ui.dismiss': 'Ausblenden',
  'ui.retry': 'Erneut versuchen',
  'ui.reload': 'Seite neu laden',
  'ui.max': 'Max.',
  'ui.or': 'oder',
  'ui.and': 'und',
  'ui.details': 'Details',
  'ui.toastSuccess': 'Erledigt',
  'ui.toastError': 'Fehler',
  'ui.toastInfo': 'Hinweis',
  'ui.copied': 'Kopiert',
  'ui.copyFailed': 'Kopieren nicht möglich',
  'ui.copyDetails': 'Details kopieren',
  'ui.branding': 'Wallet-Verbindung von {name}',

  'ui.connectTitle': 'Wallet verbinden',
  'ui.wallets': 'Wallets',
  'ui.installed': 'Installiert',
  'ui.recent': 'Zuletzt',
  'ui.lookalike': 'Eine andere Wallet heißt genauso. Prüfen Sie, welche diese ist.',
  'ui.allWallets': 'Alle Wallets',
  'ui.continueWithWallet': 'Weiter mit einer Wallet',
  'ui.noWallet': 'Keine Wallet gefunden',
  'ui.noWalletText':
    'Installieren Sie eine Wallet in diesem Browser und laden Sie die Seite neu, oder öffnen Sie sie im Browser Ihrer Wallet.',
  'ui.terms': 'Nutzungsbedingungen',
  'ui.privacy': 'Datenschutzerklärung',
  'ui.legalLine': 'Mit dem Verbinden akzeptieren Sie die',
  'ui.legalAgree': 'Ich akzeptiere die',
  'ui.legalAgreeAll': 'Ich akzeptiere die Bedingungen und die Datenschutzerklärung dieser Website.',
  'ui.searchWallets': 'Wallets suchen',
  'ui.noResult': 'Keine Wallet mit diesem Namen',
  'ui.noResultText': 'Prüfen Sie die Schreibweise oder verbinden Sie eine andere Wallet.',
  'ui.directoryFailed': 'Die Liste der Wallets konnte nicht geladen werden.',

  'ui.opening': '{wallet} wird geöffnet…',
  'ui.openingText': 'Bestätigen Sie in der Erweiterung, sobald sie sich öffnet.',
  'ui.waitingText': 'Machen Sie in Ihrer Wallet weiter.',
  'ui.confirmIn': 'In {wallet} bestätigen',
  'ui.confirmText': '{app} möchte Ihre Adresse sehen.',
  'ui.codeText': 'Geben Sie den Code ein, der Ihnen geschickt wurde.',
  'ui.signIn': 'Mit {wallet} anmelden',
  'ui.signInText': 'Signieren Sie die Nachricht in Ihrer Wallet. Das kostet nichts.',
  'ui.youCancelled': 'Sie haben in {wallet} abgebrochen.',
  'ui.youClosed': 'Sie haben das Fenster von {wallet} geschlossen.',
  'ui.failedText':
    'In {wallet} ist etwas schiefgegangen. Versuchen Sie es erneut oder verbinden Sie eine andere Wallet.',
  'ui.pending': '{wallet} öffnen',
  'ui.pendingText':
    'Dort wartet eine Anfrage. Beantworten Sie sie und versuchen Sie es dann erneut.',
  'ui.popupBlocked': 'Ihr Browser hat das Fenster blockiert',
  'ui.popupBlockedText': 'Öffnen Sie {wallet} stattdessen über diese Schaltfläche.',
  'ui.openWallet': '{wallet} öffnen',
  'ui.offline': 'Sie sind offline',
  'ui.offlineText': 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'ui.getWallet': '{wallet} holen',
  'ui.getWalletText':
    'Sie ist hier nicht installiert. Installieren Sie sie und laden Sie dann diese Seite neu.',
  'ui.getWalletNoLink':
    'Sie ist hier nicht installiert. Installieren Sie sie in diesem Browser und laden Sie dann diese Seite neu.',
  'ui.getFrom': '{wallet} holen ({store})',
  'ui.chooseChainTitle': 'Chain wählen',
  'ui.chooseChainText': '{wallet} verbindet jede davon einzeln.',
  'ui.connectAll': 'Alle verbinden',
  'ui.connectRest': 'Übrige verbinden',
  'ui.connectingChain': '{chain} wird verbunden…',
  'ui.connected': 'Verbunden',
  'ui.connectedSome': '{done} von {total} verbunden',
  'ui.cancel': 'Abbrechen',
  'ui.done': 'Fertig',
  'ui.walletsFor': 'Wallets für {chain}',
  'ui.showAll': 'Alle zeigen',

  'ui.accountTitle': 'Konto',
  'ui.copyAddress': 'Adresse kopieren',
  'ui.showAddress': 'Ganze Adresse zeigen',
  'ui.viewOn': 'Auf {explorer} ansehen',
  'ui.balanceUnavailable': 'Token-Guthaben nicht verfügbar',
  'ui.network': 'Netzwerk',
  'ui.unsupportedNetwork': 'Netzwerk nicht unterstützt',
  'ui.accountsAndWallets': '{count, plural, one {# Konto} other {# Konten}}',
  'ui.disconnectWallet': '{wallet} trennen',
  'ui.disconnectAll': 'Alle trennen',
  'ui.endsOn': 'Beendet {chains}',
  'ui.disconnectFrom': '{wallet} von {chain} trennen',
  'ui.cannotPart': '{wallet} ist nicht von {chain} allein zu trennen',
  'ui.cannotPartText': 'Das Trennen beendet {chains}.',
  'ui.disconnected': 'Getrennt: {chains}',
  'ui.reconnecting': 'Ihre Wallets werden wieder verbunden…',
  'ui.notConnected': 'Nicht verbunden',
  'ui.notConnectedText': 'Verbinden Sie eine Wallet, um Ihr Konto zu sehen.',
  'ui.walletNamed': 'Konten von {wallet}',
  'ui.inUse': 'In Gebrauch',
  'ui.addWallet': 'Weitere Wallet verbinden',
  'ui.yourWallet': 'Ihrer Wallet',

  'ui.networksTitle': 'Netzwerke',
  'ui.searchNetworks': 'Netzwerke suchen',
  'ui.networksFound': '{count, plural, one {# Netzwerk} other {# Netzwerke}}',
  'ui.noNetworks': 'Keine Netzwerke',
  'ui.noNetworksText': 'Diese Website hat kein Netzwerk eingerichtet.',
  'ui.noNetwork': 'Kein Netzwerk mit diesem Namen',
  'ui.noNetworkText':
    'Diese Website arbeitet mit den aufgeführten Netzwerken. Prüfen Sie die Schreibweise.',
  'ui.testnet': 'Testnetz',
  'ui.switchingOff': 'Auf dieser Website können Sie das Netzwerk nicht wechseln.',
  'ui.onUnsupported':
    'Ihre Wallet ist in einem Netzwerk, das diese Website nicht unterstützt ({network}). Wählen Sie unten eines aus.',
  'ui.switchTitle': 'Netzwerk wechseln',
  'ui.switchingTo': 'Zu {network} wechseln',
  'ui.switchedTo': 'Jetzt auf {network}',
  'ui.switchText': 'Bestätigen Sie in {wallet}.',
  'ui.switchCancelled': 'Wechsel abgebrochen',
  'ui.switchFailed': 'Wechsel zu {network} nicht möglich',
  'ui.walletCannotSwitch': 'Netzwerkwechsel in {wallet} nicht möglich',
  'ui.needsWallet': 'Noch keine Wallet auf {chain}',
  'ui.needsWalletText':
    'Verbinden Sie eine Wallet für dieses Netzwerk. Ihre anderen Wallets bleiben verbunden.',
  'ui.connectOn': 'Auf {chain} verbinden',

  'ui.notInstalledTitle': 'Nicht verfügbar',
  'ui.notInstalled': 'Nicht installiert',
  'ui.notInstalledText': 'Diese Ansicht ist auf dieser Website nicht installiert.',
  'ui.notInstalledPackage': '{view} kommt mit {package}',
  'ui.notInstalledView': '{view}',
  'ui.viewFailed': 'Ein Problem in „{plugin}“',
  'ui.viewNotLoaded': '„{plugin}“ konnte nicht geladen werden',
  'ui.walletsNotLoaded': 'Die Wallets konnten nicht geladen werden',
  'ui.viewFailedText':
    'Nichts ist verloren gegangen. Versuchen Sie es erneut oder kommen Sie später wieder.',

  'kernel.balanceUnavailable': 'Token-Guthaben nicht verfügbar',
  'kernel.originNotAllowed':
    'Ungültige App-Konfiguration|Diese Herkunft steht nicht auf der Liste der erlaubten. Ergänzen Sie die Konfiguration ({origin})',
  'kernel.invalidKey': 'Ungültige App-Konfiguration|Ungültige Projekt-ID',
  'kernel.sessionExpired':
    'Sitzung abgelaufen|Prüfen Sie die Uhrzeit Ihres Geräts und verbinden Sie sich neu',
  'kernel.networkNotFound':
    'Netzwerk nicht gefunden|Das voreingestellte Netzwerk {network} ist nicht eingerichtet',
  'kernel.projectIdMissing': 'Projekt-ID nicht eingerichtet|Ein Dienst braucht eine',
  'kernel.serverError': 'Serverfehler|Die App-Konfiguration war nicht abrufbar',
  'kernel.rateLimited': 'Zu viele Anfragen|Versuchen Sie es später erneut',

  'ui.explain': 'Diesen Fehler erklären',
  'ui.walletsFound': '{count, plural, one {# Wallet} other {# Wallets}}',
  'ui.newToWallets': 'Neu bei Wallets?',
  'ui.whatIsWallet': 'Was ist eine Wallet?',
  'ui.walletKeys': 'Sie verwahrt Ihre Schlüssel',
  'ui.walletKeysText':
    'Eine Wallet ist eine App oder eine Browser-Erweiterung. Sie bewahrt die Schlüssel Ihrer Konten bei Ihnen auf, und Sie melden sich mit ihr statt mit einem Passwort an.',
  'ui.walletAsks': 'Sie fragt Sie zuerst',
  'ui.walletAsksText':
    'Diese Website sieht Ihre Adresse und kann um eine Signatur oder Zahlung bitten. Nichts geschieht, bevor Sie es in Ihrer Wallet bestätigen.',
  'ui.walletPhrase': 'Sie passen darauf auf',
  'ui.walletPhraseText':
    'Bewahren Sie die Wiederherstellungsphrase sicher auf: Niemand kann sie für Sie zurücksetzen. Geben Sie sie nie auf einer Website ein, auch nicht auf dieser.',
  'ui.haveWallet': 'Ich habe eine',
  'ui.getAWallet': 'Wallet holen',
  'ui.getAWalletText':
    'Diese laufen hier und mit dieser Website. Jede stammt von einem eigenen Unternehmen oder einer eigenen Gemeinschaft.',
  'ui.noOffer': 'Keine Wallet zum Vorschlagen',
  'ui.noOfferText':
    'Diese Website nennt keine für diesen Browser. Suchen Sie in seinem Store nach einer Wallet und prüfen Sie, von wem sie stammt.',
  'ui.offlineNotice': 'Sie sind offline. Guthaben und Listen sind vielleicht veraltet.',
  'ui.tokens': 'Token',
  'ui.nfts': 'NFT',
  'ui.activity': 'Aktivität',
  'ui.tokensElsewhere': 'Diese Website zeigt hier keine weiteren Token.',
  'ui.nftsElsewhere': 'Diese Website zeigt hier keine NFT.',
  'ui.activityElsewhere': 'Diese Website zeigt hier keine Aktivität.',
  'ui.receive': 'Empfangen',
  'ui.receiveChains': 'Adressen',
  'ui.receiveCode': 'QR-Code Ihrer Adresse auf {chain}',
  'ui.receiveOnly':
    'Senden Sie an diese Adresse nur auf {networks}. Was auf einem anderen Netzwerk gesendet wird, kann verloren gehen.',
  'ui.receiveEmpty':
    'Verbinden Sie eine Wallet, um die Adresse zu sehen, an die andere senden können.',
  'ui.moreNetworks': '{count, plural, one {# weiteres Netzwerk} other {# weitere Netzwerke}}',
  'ui.whatIsNetwork': 'Was ist ein Netzwerk?',
  'ui.aboutNetworksTitle': 'Ein Kontobuch, das viele Computer führen',
  'ui.aboutNetworks':
    'Münzen, Token und Apps leben jeweils auf einem Netzwerk. Jedes Netzwerk hat eine eigene Münze, in der seine Gebühren bezahlt werden.',
  'ui.aboutNetworksAddressTitle': 'Ihre Adresse kann für mehrere gelten',
  'ui.aboutNetworksAddress':
    'Was Ihnen auf einem Netzwerk gehört, ist auf keinem anderen, auch wenn Ihre Adresse dieselbe ist.',
  'ui.aboutNetworksSwitchTitle': 'Ein Wechsel bewegt nichts',
  'ui.aboutNetworksSwitch':
    'Er legt nur fest, wo diese Website und Ihre Wallet ab jetzt arbeiten. Er kostet nichts, und Sie können zurückwechseln.',
  'ui.aboutTestnetsTitle': 'Testnetze sind zum Ausprobieren da',
  'ui.aboutTestnets': 'Ihre Münzen sind nichts wert. Senden Sie nie echtes Geld dorthin.',
  'ui.requestPartly':
    'Nicht alles hier konnte gelesen werden. Sehen Sie es sich in Ihrer Wallet an.',
  'ui.requestUnknown':
    'Diese Anfrage konnte nicht in Worte gefasst werden. Bestätigen Sie sie nur, wenn Sie wissen, was sie bewirkt.',
  'ui.requestHidden': 'Einige Zeichen hier sind unsichtbar. Stattdessen stehen ihre Codes da.',
  'ui.requestRaw': 'So erhält es Ihre Wallet',
  'ui.requestMethod': 'Methode',
  'ui.requestParams': 'Inhalt',
}
