import type { GrantTexts } from './en.js'

export const es: GrantTexts = {
  'grant.title': 'Dejar que el sitio web actúe por usted',
  'grant.endTitle': 'Retirar lo que un sitio web puede hacer por usted',
  'grant.atMost': 'Sale de su cuenta como máximo',
  'grant.number': 'Permiso',
  'grant.who': 'Quién puede actuar',
  'grant.may': 'Puede',
  'grant.total': 'Enviar hasta {amount} en total, a cualquiera.',
  'grant.period':
    'Enviar hasta {amount} en cada período de {period}, a cualquiera. El primero empieza el {start}. Lo que sobra de un período no pasa al siguiente.',
  'grant.stream':
    'Enviar {initial} al principio y {perSecond} más cada segundo, a partir del {start}, y como máximo {maximum} en total, a cualquiera.',
  'grant.calls':
    'Llamar a cada una de estas funciones de cada uno de estos contratos, sin enviar monedas.',
  'grant.callsWithCoins':
    'Llamar a cada una de estas funciones de cada uno de estos contratos, con {amount} como máximo cada vez.',
  'grant.token': 'Contrato del token',
  'grant.tokenName': '{token}, que se llama a sí mismo «{name}». Nadie ha comprobado ese nombre.',
  'grant.contract': 'Contrato',
  'grant.function': 'Función',
  'grant.often': 'Cuántas veces',
  'grant.times': 'Como máximo {count}×',
  'grant.anyTimes': 'Tantas veces como permitan los importes',
  'grant.from': 'No antes del',
  'grant.until': 'Hasta el',
  'grant.says': 'El sitio web dice',
  'grant.alone':
    'Puede hacer todo esto sin volver a preguntarle. Puede pasar este permiso a otros, dentro de los mismos límites.',
  'grant.notCounted': 'Lo que estos contratos tomen por sí mismos no está en este importe.',
  'grant.units': 'Este token no dice sus decimales. El importe está en su unidad más pequeña.',
  'grant.danger': 'Peligro',
  'grant.moves-tokens':
    'Esta función puede mover sus tokens u objetos de colección, en cualquier cantidad.',
  'grant.approves-tokens': 'Esta función puede permitir que otra persona gaste sus tokens.',
  'grant.is-token':
    'Este contrato es un token: sus funciones deciden sobre lo que usted tiene de él.',
  'grant.runs-anything': 'Esta función ejecuta lo que elija quien la llama.',
  'grant.changes-owner': 'Esta función puede entregar un contrato o derechos sobre él.',
  'grant.no-contract':
    'Ahora no hay ningún contrato en esta dirección. Cualquiera puede poner uno más tarde.',
  'grant.lower': 'Permitir menos',
  'grant.amount': 'Importe máximo en total ({symbol})',
  'grant.count': 'Número máximo de veces',
  'grant.end': 'Termina a más tardar el',
  'grant.use': 'Usar estos límites',
  'grant.onlyLower':
    'Cada límite debe ser mayor que 0 (el importe de una llamada puede ser 0) y no superar lo que se pide, y el final debe estar en el futuro.',
  'grant.by': 'Lo pidió',
  'grant.unknown-function':
    'No se sabe qué hace esta función. Puede mover lo que su cuenta tiene allí.',
  'grant.amountPeriod': 'Importe máximo en cada período de {period} ({symbol})',
  'grant.amountCall': 'Importe máximo en cada llamada ({symbol})',
}
