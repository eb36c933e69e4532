import type { GrantTexts } from './en.js'

export const nl: GrantTexts = {
  'grant.title': 'De website namens jou laten handelen',
  'grant.endTitle': 'Intrekken wat een website namens jou mag doen',
  'grant.atMost': 'Gaat hoogstens van je account af',
  'grant.number': 'Toestemming',
  'grant.who': 'Wie mag handelen',
  'grant.may': 'Mag',
  'grant.total': 'In totaal tot {amount} versturen, naar wie dan ook.',
  'grant.period':
    'In elke periode van {period} tot {amount} versturen, naar wie dan ook. De eerste begint op {start}. Wat van een periode overblijft, gaat niet mee naar de volgende.',
  'grant.stream':
    'Eerst {initial} versturen en vanaf {start} elke seconde {perSecond} meer, en in totaal hoogstens {maximum}, naar wie dan ook.',
  'grant.calls':
    'Elk van deze functies van elk van deze contracten aanroepen, zonder munten te versturen.',
  'grant.callsWithCoins':
    'Elk van deze functies van elk van deze contracten aanroepen, telkens met hoogstens {amount}.',
  'grant.token': 'Tokencontract',
  'grant.tokenName': '{token}, dat zichzelf ‘{name}’ noemt. Niemand heeft die naam gecontroleerd.',
  'grant.contract': 'Contract',
  'grant.function': 'Functie',
  'grant.often': 'Hoe vaak',
  'grant.times': 'Hoogstens {count}×',
  'grant.anyTimes': 'Zo vaak als de bedragen toelaten',
  'grant.from': 'Niet vóór',
  'grant.until': 'Tot',
  'grant.says': 'De website zegt',
  'grant.alone':
    'Dit kan allemaal zonder het je opnieuw te vragen. Deze toestemming kan aan anderen worden doorgegeven, binnen dezelfde limieten.',
  'grant.notCounted': 'Wat deze contracten uit zichzelf nemen, is niet bij dit bedrag inbegrepen.',
  'grant.units':
    'Dit token noemt zijn aantal decimalen niet. Het bedrag staat in de kleinste eenheid.',
  'grant.danger': 'Gevaar',
  'grant.moves-tokens':
    'Deze functie kan je tokens of verzamelobjecten verplaatsen, in elke hoeveelheid.',
  'grant.approves-tokens': 'Deze functie kan iemand anders je tokens laten uitgeven.',
  'grant.is-token': 'Dit contract is een token: zijn functies beslissen over wat je ervan hebt.',
  'grant.runs-anything': 'Deze functie voert alles uit wat de aanroeper kiest.',
  'grant.changes-owner': 'Deze functie kan een contract of rechten erop overdragen.',
  'grant.no-contract': 'Er is nu geen contract op dit adres. Iedereen kan er later een plaatsen.',
  'grant.lower': 'Minder toestaan',
  'grant.amount': 'Bedrag hoogstens in totaal ({symbol})',
  'grant.count': 'Aantal keer hoogstens',
  'grant.end': 'Eindigt uiterlijk op',
  'grant.use': 'Deze limieten gebruiken',
  'grant.onlyLower':
    'Elke limiet moet hoger dan 0 zijn (het bedrag van een aanroep mag 0 zijn) en niet hoger dan wat is gevraagd, en het einde moet in de toekomst liggen.',
  'grant.by': 'Gevraagd door',
  'grant.unknown-function':
    'Wat deze functie doet, is niet bekend. Ze kan verplaatsen wat je account daar heeft.',
  'grant.amountPeriod': 'Bedrag hoogstens in elke periode van {period} ({symbol})',
  'grant.amountCall': 'Bedrag hoogstens per aanroep ({symbol})',
}
