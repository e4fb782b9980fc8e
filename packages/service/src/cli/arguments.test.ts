import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { feeText, readFee } from './accounts.ts';
import { readAmount, readArguments, readPpm, readSwitch, readWhole } from './arguments.ts';
import { UsageError, WrongArguments } from './command.ts';
import { COMMANDS } from './commands.ts';
import { findCommand, noCommand } from './find-command.ts';
import { help } from './help.ts';
import { table } from './table.ts';

describe('an amount', () => {
  it.each([
    ['1', 8, 100_000_000n],
    ['0.00000001', 8, 1n],
    ['1e-8', 8, 1n],
    ['1.50', 6, 1_500_000n],
    ['0', 18, 0n],
    ['12345678901234567890.123456789012345678', 18, 12_345_678_901_234_567_890_123_456_789_012_345_678n],
    ['5', 0, 5n],
  ])('%s with %i decimals is read exactly', (text, decimals, units) => {
    expect(readAmount('min', text, decimals)).toBe(units);
  });

  it('is read back from how it is written, whatever it is', () => {
    const property = fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 60n }),
      fc.integer({ min: 0, max: 30 }),
      (units, decimals) => {
        const digits = units.toString().padStart(decimals + 1, '0');
        const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        expect(readAmount('min', text, decimals)).toBe(units);
      },
    );
    fc.assert(property);
  });

  it.each([['0.000000001'], ['1.123456789'], ['1e-9']])(
    '%s has more decimals than the coin: refused, not rounded',
    (text) => {
      expect(() => readAmount('min', text, 8)).toThrow('--min');
      expect(() => readAmount('min', text, 8)).toThrow(UsageError);
    },
  );

  it.each([['-1'], ['abc'], [''], ['1,5'], ['0x10'], ['NaN'], ['1e999'], [' 1']])('%j is none', (text) => {
    expect(() => readAmount('max', text, 8)).toThrow(UsageError);
  });
});

describe('a part of one', () => {
  it.each([
    ['0.005', 5_000],
    ['0.5%', 5_000],
    ['20%', 200_000],
    ['0', 0],
    ['0%', 0],
    ['1', 1_000_000],
    ['100%', 1_000_000],
    ['0.0001%', 1],
    ['0.000001', 1],
  ])('%s is %i millionths', (text, ppm) => {
    expect(readPpm('rate', text)).toBe(ppm);
  });

  it.each([['1.1'], ['101%'], ['-1%'], ['-0.1'], ['%'], [''], ['half'], ['5 %'], ['5%%'], ['NaN']])(
    '%j is none',
    (text) => {
      expect(() => readPpm('rate', text)).toThrow(UsageError);
    },
  );

  it.each([['0.00005%'], ['0.0000005'], ['0.12345678%']])(
    '%s is finer than a millionth: refused, not rounded',
    (text) => {
      expect(() => readPpm('rate', text)).toThrow(UsageError);
    },
  );
});

describe('a fee', () => {
  it('is a part of one, the default, or not given', () => {
    expect([
      readFee('float-fee', '0.4%'),
      readFee('float-fee', 'default'),
      readFee('float-fee', undefined),
    ]).toEqual([4_000, null, undefined]);
  });

  it('above one half is refused with a word, not by the database', () => {
    expect(readFee('float-fee', '50%')).toBe(500_000);
    expect(() => readFee('float-fee', '50.0001%')).toThrow(UsageError);
  });

  it('is shown as it can be given', () => {
    const property = fc.property(fc.integer({ min: 0, max: 500_000 }), (ppm) => {
      expect(readFee('float-fee', feeText(ppm))).toBe(ppm);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
    expect(readFee('float-fee', feeText(null))).toBeNull();
  });
});

describe('other values', () => {
  it('of a switch are on and off', () => {
    expect([readSwitch('send', 'on'), readSwitch('send', 'off')]).toEqual([true, false]);
    for (const wrong of ['', 'ON', 'true', '1']) expect(() => readSwitch('send', wrong)).toThrow(UsageError);
  });

  it('that are whole are read whole', () => {
    expect([readWhole('n', '12'), readWhole('n', '1e3'), readWhole('n', '-5')]).toEqual([12, 1_000, -5]);
    for (const wrong of ['', '1.5', 'x', '1e30', '0x1'])
      expect(() => readWhole('n', wrong)).toThrow(UsageError);
  });
});

describe('arguments', () => {
  const expected = { words: ['CHAIN', 'COIN'], options: ['min', 'max'] } as const;

  it('are words and options in any order', () => {
    const read = { words: ['Bitcoin', 'BTC'], options: { min: '1' }, flags: {} };
    expect(readArguments(['Bitcoin', 'BTC', '--min', '1'], expected)).toEqual(read);
    expect(readArguments(['--min=1', 'Bitcoin', 'BTC'], expected)).toEqual(read);
  });

  it('may lack a word that stands in brackets', () => {
    const wanted = { words: ['CHAIN', '[COIN]'], options: [] } as const;
    expect(readArguments(['Bitcoin'], wanted).words).toEqual(['Bitcoin']);
    expect(readArguments(['Bitcoin', 'BTC'], wanted).words).toEqual(['Bitcoin', 'BTC']);
    for (const wrong of [[], ['Bitcoin', 'BTC', 'x']])
      expect(() => readArguments(wrong, wanted)).toThrow('Expected CHAIN [COIN]');
  });

  it.each([
    ['a word too few', ['Bitcoin']],
    ['a word too many', ['Bitcoin', 'BTC', 'x']],
    ['an option that does not exist', ['Bitcoin', 'BTC', '--mni', '1']],
    ['an option without its value', ['Bitcoin', 'BTC', '--min']],
    ['a negative number that looks like an option', ['Bitcoin', 'BTC', '-1']],
  ])('are refused with %s, in a few words', (_what, args) => {
    expect(() => readArguments(args, expected)).toThrow(WrongArguments);
    expect(() => readArguments(args, expected)).toThrow(/^[^\n]{1,60}\.$/);
  });
});

describe('a table', () => {
  it('lines its columns up and leaves no space at the ends', () => {
    expect(
      table(
        ['a', 'bb'],
        [
          ['ccc', 'd'],
          ['e', ''],
        ],
      ),
    ).toBe('a    bb\nccc  d\ne');
    expect(table(['only'], [])).toBe('only');
  });
});

describe('the help', () => {
  it('names every command with what follows it and what it does', () => {
    const text = help(COMMANDS);
    for (const { name, usage, summary } of COMMANDS) {
      expect(text).toContain(`  ${`${name} ${usage}`.trim()}`);
      expect(text).toContain(summary);
    }
  });

  it('of one command is about that one', () => {
    for (const command of COMMANDS) {
      expect(help(COMMANDS, [command])).toContain(`swapdesk ${command.name}`);
      expect(help(COMMANDS, [command])).toContain(command.summary);
    }
  });

  it.each([
    [
      ['hold', '--help'],
      ['hold show', 'hold settle', 'hold release'],
    ],
    [
      ['help', 'halt'],
      ['halt list', 'halt set', 'halt clear'],
    ],
    [['payout', 'paid', '7', '--help'], ['payout paid']],
  ])('of %j is about %j', (args, names) => {
    const { command, group, wantsHelp } = findCommand(COMMANDS, args);
    expect(wantsHelp).toBe(true);
    expect((command === null ? group : [command]).map(({ name }) => name)).toEqual(names);
  });

  it('is pointed at where there is no such command, with those of the same first word', () => {
    const { command, group } = findCommand(COMMANDS, ['hold', 'on']);
    expect(command).toBeNull();
    expect(noCommand(['hold', 'on'], group)).toBe(
      'There is no command "hold on". There is: hold show, hold settle, hold release. See: npx swapdesk hold --help',
    );
    expect(noCommand(['nonsense'], [])).toBe('There is no command "nonsense". See: npx swapdesk help');
  });

  it('names every command once, and none that begins like another', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(names.filter((other) => other !== name && `${other} `.startsWith(`${name} `))).toEqual([]);
    }
  });
});
