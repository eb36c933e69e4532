/**
 * Countries by the currency that people pay with there, as ISO 3166 has them: to find a currency by
 * its country. Nobody's rights follow from it.
 */
const COUNTRIES: Readonly<Record<string, string>> = {
  AED: 'AE',
  ARS: 'AR',
  AUD: 'AU',
  BGN: 'BG',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH LI',
  CLP: 'CL',
  CNY: 'CN',
  COP: 'CO',
  CZK: 'CZ',
  DKK: 'DK',
  EGP: 'EG',
  EUR: 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  GBP: 'GB',
  HKD: 'HK',
  HUF: 'HU',
  IDR: 'ID',
  ILS: 'IL',
  INR: 'IN',
  JPY: 'JP',
  KES: 'KE',
  KRW: 'KR',
  MXN: 'MX',
  MYR: 'MY',
  NGN: 'NG',
  NOK: 'NO',
  NZD: 'NZ',
  PEN: 'PE',
  PHP: 'PH',
  PLN: 'PL',
  RON: 'RO',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  TWD: 'TW',
  UAH: 'UA',
  USD: 'US EC SV PR',
  VND: 'VN',
  ZAR: 'ZA',
}

/** Codes of the countries where a currency is used. */
export const countriesOf = (currency: string): readonly string[] =>
  Object.hasOwn(COUNTRIES, currency) ? COUNTRIES[currency]!.split(' ') : []

/** The currency of the country in a locale, `EUR` for `de-AT`; of the language's largest for `de`. */
export function currencyOfLocale(locale: string): string | undefined {
  const { region } = new Intl.Locale(locale).maximize()
  return Object.keys(COUNTRIES).find(
    (currency) => region !== undefined && countriesOf(currency).includes(region),
  )
}
