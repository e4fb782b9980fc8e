import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEPOSIT, USE } from '../packages/service/src/deposits/life.ts';
import { ATTEMPT, PURPOSE } from '../packages/service/src/payments/life.ts';
import { PAYOUT } from '../packages/service/src/payouts/life.ts';
import { REASON } from '../packages/service/src/payouts/reasons.ts';
import { TRADE } from '../packages/service/src/trades/life.ts';

/** The house rules that a program can check. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SERVICE = join(ROOT, 'packages/service/src');
const LONGEST_FILE = 400;

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(path, ending);
    return entry.name.endsWith(ending) ? [path] : [];
  });
}

const isTest = (path: string) => path.endsWith('.test.ts') || path.includes('/testing/');
const read = (path: string) => readFileSync(path, 'utf8');
const name = (path: string) => relative(ROOT, path);

const packages = filesBelow(join(ROOT, 'packages'), '.ts').filter((path) => path.includes('/src/'));
const pages = filesBelow(join(ROOT, 'packages/web/src'), '.tsx');
const product = packages.filter((path) => !isTest(path));
const service = product.filter((path) => path.startsWith(SERVICE));

/** The code of a file without its comments and without what stands in quotes. */
function codeOf(path: string): string {
  return read(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}

interface Import {
  readonly from: string;
  /** A path for one of ours, else the package's name. */
  readonly to: string;
}

function importsOf(path: string): Import[] {
  const found = read(path).matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*'([^']+)'/g);
  return Array.from(found, ([, target = '']) => ({
    from: path,
    to: target.startsWith('.') ? join(dirname(path), target) : target,
  }));
}

const isOurs = ({ to }: Import) => to.startsWith('/');

/** The room of a file: the folder below src, or the file itself where it stands in none. */
function roomOf(path: string): string {
  return relative(SERVICE, path).split('/')[0] as string;
}

const serviceImports = service.flatMap(importsOf).filter(isOurs);
const say = ({ from, to }: Import) => `${name(from)} imports ${name(to)}`;

describe('imports', () => {
  it('are found at all', () => {
    expect(serviceImports.length).toBeGreaterThan(200);
  });

  it('of the contract stay within the contract', () => {
    const strays = product
      .filter((path) => path.includes('/contract/src/'))
      .flatMap(importsOf)
      .filter((each) =>
        isOurs(each) ? !each.to.includes('/contract/src/') : each.to.startsWith('@swapdesk/'),
      );
    expect(strays.map(say)).toEqual([]);
  });

  it('of money are the contract and money itself; of the market without venues, these, itself and what remembers', () => {
    const strays = (room: string, below: readonly string[]) =>
      service
        .filter((path) => roomOf(path) === room && !path.includes('/market/venues/'))
        .flatMap(importsOf)
        .filter((it) => (isOurs(it) ? !below.includes(roomOf(it.to)) : it.to !== '@swapdesk/contract'));
    expect(strays('money', ['money']).map(say)).toEqual([]);
    expect(strays('market', ['market', 'money', 'remember.ts']).map(say)).toEqual([]);
  });

  it('of a chain family stay within the family and what all families share', () => {
    const familyOf = (path: string) => {
      const [room, family = '', file] = relative(SERVICE, path).split('/');
      const isFamily = room === 'chains' && file !== undefined && !['rpc', 'known'].includes(family);
      return isFamily ? family : undefined;
    };
    const strays = serviceImports.filter(({ from, to }) => {
      if (roomOf(from) !== 'chains') return false;
      // A test network's node is the store.
      if (['foreign-words.ts', 'known-secrets.ts'].includes(roomOf(to))) return false;
      if (roomOf(to) !== 'chains') return !(familyOf(from) === 'sim' && roomOf(to) === 'store');
      return familyOf(from) !== undefined && familyOf(to) !== undefined && familyOf(from) !== familyOf(to);
    });
    expect(strays.map(say)).toEqual([]);
  });

  it('of http and of the desk come from the top alone', () => {
    const top = ['desk', 'main.ts', 'cli', 'http'];
    const strays = serviceImports.filter(
      ({ from, to }) => ['desk', 'http'].includes(roomOf(to)) && !top.includes(roomOf(from)),
    );
    expect(strays.map(say)).toEqual([]);
    const upward = serviceImports.filter(
      ({ from, to }) => roomOf(from) === 'http' && ['desk', 'cli'].includes(roomOf(to)),
    );
    expect(upward.map(say)).toEqual([]);
  });

  it('of what moves orders go down to the domain, which knows nothing of it', () => {
    const domain = (
      'access affiliates catalog chains deposits events ledger market money orders payments payouts pricing ' +
      'record rolls screening store traces trades treasury wallet'
    ).split(' ');
    const shared = ['clock.ts', 'life.ts', 'repeat.ts', 'refusal.ts', 'remember.ts', 'startup-error.ts'];
    const strays = serviceImports.filter(
      ({ from, to }) => roomOf(from) === 'engine' && !['engine', ...domain, ...shared].includes(roomOf(to)),
    );
    expect(strays.map(say)).toEqual([]);
    const upward = serviceImports.filter(
      ({ from, to }) =>
        domain.includes(roomOf(from)) && ['engine', 'observe', 'testnet'].includes(roomOf(to)),
    );
    expect(upward.map(say)).toEqual([]);
  });

  it('of the rooms of the engine go down: treasury, books, follow, kinds, payments, orders, hedge, hold, market', () => {
    const rooms = ['treasury', 'books', 'follow', 'kinds', 'payments', 'orders', 'hedge', 'hold', 'market'];
    const engineRoomOf = (path: string) => {
      const [room, inner = '', file] = relative(SERVICE, path).split('/');
      return room === 'engine' && file !== undefined ? rooms.indexOf(inner) : undefined;
    };
    const strays = serviceImports.filter(({ from, to }) => {
      const [above, below] = [engineRoomOf(from), engineRoomOf(to)];
      return above !== undefined && below !== undefined && (above < 0 || below < above);
    });
    expect(strays.map(say)).toEqual([]);
  });

  it('of the ledger and of screening are the store and themselves', () => {
    for (const room of ['ledger', 'screening']) {
      const strays = serviceImports.filter(
        ({ from, to }) => roomOf(from) === room && ![room, 'store'].includes(roomOf(to)),
      );
      expect(strays.map(say)).toEqual([]);
    }
  });

  it('of the store stay below every room of the domain', () => {
    const below = ['store', 'startup-error.ts', 'repeat.ts', 'clock.ts', 'package-folder.ts'];
    const strays = serviceImports.filter(
      ({ from, to }) => roomOf(from) === 'store' && !below.includes(roomOf(to)),
    );
    expect(strays.map(say)).toEqual([]);
  });

  it('between rooms never go in a circle', () => {
    const below = new Map<string, Set<string>>();
    for (const { from, to } of serviceImports) {
      if (roomOf(from) === roomOf(to)) continue;
      below.set(roomOf(from), (below.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    }
    const circles: string[] = [];
    const walk = (room: string, way: readonly string[]) => {
      if (way.includes(room)) circles.push([...way.slice(way.indexOf(room)), room].join(' → '));
      else for (const next of below.get(room) ?? []) walk(next, [...way, room]);
    };
    for (const room of below.keys()) walk(room, []);
    expect(circles).toEqual([]);
  });

  it('reach no test from what is shipped', () => {
    const strays = product
      .flatMap(importsOf)
      .filter(({ to }) => /\.test\.ts$|\/test\/|^(vitest|fast-check)$/.test(to));
    expect(strays.map(say)).toEqual([]);
  });
});

describe('files', () => {
  it(`have at most ${LONGEST_FILE} lines`, () => {
    const all = [...packages, ...filesBelow(join(ROOT, 'test'), '.ts')];
    const long = all.filter((path) => read(path).split('\n').length > LONGEST_FILE + 1);
    expect(long.map(name)).toEqual([]);
  });

  it('leave nothing for later', () => {
    const all = [...packages, ...filesBelow(join(ROOT, 'packages'), '.sql')];
    expect(all.filter((path) => /\b(TODO|FIXME|HACK)\b/.test(read(path))).map(name)).toEqual([]);
  });

  it('hold no TypeScript that does more than types: no enum, no namespace, no parameter property', () => {
    const more =
      /^\s*(export\s+)?(declare\s+)?(const\s+)?(enum|namespace)\s+\w|constructor\([^)]*\b(private|public|protected|readonly)\s+\w+\s*:/m;
    expect(product.filter((path) => more.test(codeOf(path))).map(name)).toEqual([]);
  });

  it('spread no literal, only to have several properties in a line', () => {
    const all = [...packages, ...pages, ...filesBelow(join(ROOT, 'test'), '.ts')];
    expect(all.filter((path) => /\.\.\.\{/.test(codeOf(path))).map(name)).toEqual([]);
  });

  it('of tests leave no test out', () => {
    const skipped = /\b(it|test|describe)(\.\w+)*\.(skip|only|todo|fails)\b/;
    const all = [...packages, ...filesBelow(join(ROOT, 'test'), '.ts')].filter((path) =>
      path.endsWith('.test.ts'),
    );
    expect(all.filter((path) => skipped.test(codeOf(path))).map(name)).toEqual([]);
  });
});

describe('names', () => {
  it('of exported types mean one thing: none is declared in two files', () => {
    const files = new Map<string, Set<string>>();
    for (const path of service) {
      for (const [, type = ''] of codeOf(path).matchAll(
        /^export (?:interface|type|(?:abstract )?class) (\w+)/gm,
      ))
        files.set(type, (files.get(type) ?? new Set()).add(name(path)));
    }
    expect(files.size).toBeGreaterThan(300);
    const homonyms = [...files].filter(([, { size }]) => size > 1);
    expect(homonyms.map(([type, where]) => `${type}: ${[...where].join(', ')}`)).toEqual([]);
  });
});

describe('money', () => {
  it('is never a binary float', () => {
    const float = /\bparseFloat\b|\.toFixed\(|\.toPrecision\(/;
    expect(service.filter((path) => float.test(codeOf(path))).map(name)).toEqual([]);
  });

  it('is never made a number', () => {
    const conversion =
      /\bNumber\([^)]*(amount|unit|price|quantity|volume|rate|share|ratio|commission|fee|coefficient)/i;
    expect(service.filter((path) => conversion.test(codeOf(path))).map(name)).toEqual([]);
  });
});

describe('signing', () => {
  it('is asked of a chain in one place alone, which asks first whether anything is signed now', () => {
    const asking = service.filter(
      (path) => roomOf(path) === 'engine' && /\bchain\.sign\(/.test(codeOf(path)),
    );
    expect(asking.map(name)).toEqual(['packages/service/src/engine/payments/may-sign.ts']);
  });
});

describe('what the program says', () => {
  it('names sections of the guides that are there', () => {
    const named = service.flatMap((path) =>
      [...read(path).matchAll(/(docs\/[\w-]+\.md), (?:' \+\s*')?"([^"]+)"/g)].map(([, page = '', title]) => ({
        file: name(path),
        page,
        title,
      })),
    );
    expect(named.length).toBeGreaterThan(4);
    const missing = named.filter(
      ({ page, title }) => !new RegExp(`^##+ ${title}$`, 'm').test(read(join(ROOT, page))),
    );
    expect(missing).toEqual([]);
  });
});

describe('kinds of chains', () => {
  it('are told apart by the chains and in engine/kinds alone', () => {
    const asks =
      /\.(spending|excluding|needsSweeping)\b|\{[^{}()]*\b(spending|excluding|needsSweeping)\b[^{}()]*\}\s*[=:)]|['"](spending|excluding|needsSweeping)['"] in /;
    const strangers = service.filter(
      (path) => roomOf(path) !== 'chains' && !path.startsWith(join(SERVICE, 'engine/kinds/')),
    );
    expect(strangers.filter((path) => asks.test(codeOf(path))).map(name)).toEqual([]);
  });
});

describe('lives', () => {
  /** The words of the lives, and who may write them. The pages and the console's wire say them too: packages/contract. */
  const HOMES = ['deposits', 'payouts', 'payments', 'trades'];
  const words = [DEPOSIT, USE, PAYOUT, REASON, ATTEMPT, PURPOSE, TRADE].flatMap((each) =>
    Object.values<string>(each),
  );
  /** What shares a word and is something else. */
  const OTHERS: Readonly<Record<string, string>> = {
    'engine/follow/mempool.ts': "the chain's word about a transaction",
    'engine/payments/signed-before.ts': "the chain's word about a transaction",
    'engine/books/find-in-block.ts': "the chain's word about a transaction",
    'engine/books/correct-books.ts': "the chain's word about a transaction",
    'http/errors.ts': 'HTTP',
    'signer/remote-signer.ts': 'HTTP',
  };
  const isHome = (path: string) => HOMES.includes(roomOf(path)) || roomOf(path) === 'chains';
  const strangers = service.filter((path) => !isHome(path) && !(relative(SERVICE, path) in OTHERS));
  const withoutComments = (path: string) =>
    read(path)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|\s)\/\/.*$/gm, '');
  const found = (pattern: RegExp) =>
    strangers.flatMap((path) =>
      Array.from(withoutComments(path).matchAll(pattern), ([text]) => `${name(path)}: ${text.trim()}`),
    );
  const WORD = `(?:${[...new Set(words)].map((word) => word.replace(/\W/g, '.')).join('|')})`;
  const COLUMN = '\\b(?:state|status|purpose|reason|use)\\b';
  const OPERATOR = '(?:=|<>|!=|===|!==|:|\\?\\?|(?:NOT )?IN|WHEN|IS (?:NOT )?DISTINCT FROM)';

  it('are written in their own rooms: no state, use, reason or purpose stands as a literal elsewhere', () => {
    const compared = new RegExp(`${COLUMN}["')\\]]*\\s*${OPERATOR}\\s*\\(?\\s*['"]${WORD}['"]`, 'g');
    const listed = new RegExp(`\\[[^\\]]*'${WORD}'[^\\]]*\\]\\.includes\\([^)]*${COLUMN}`, 'g');
    const turned = new RegExp(`['"]${WORD}['"]\\s*(?:=|<>|===|!==)\\s*[\\w.]*${COLUMN}`, 'g');
    expect([compared, listed, turned].flatMap(found)).toEqual([]);
  });

  it('of orders and their entries have names: no status stands as a number', () => {
    expect(found(/\bstatus\b\s*(?:=|<>|!=|===|!==|(?:NOT )?IN)\s*\(?\s*\d/g)).toEqual([]);
    expect(found(/VALUES \(\d[^;`]*?AS \w+ \(status\)/g)).toEqual([]);
  });

  it('are changed by the writers of their rooms alone', () => {
    const written = (table: string) => new RegExp(`(?:INSERT INTO|UPDATE|DELETE FROM) ${table}\\b(?!_)`);
    const writers = (table: string) => [
      ...new Set(service.filter((path) => written(table).test(withoutComments(path))).map(roomOf)),
    ];
    expect(['deposit', 'payout', 'payment', 'attempt', 'trade'].map(writers)).toEqual([
      ['deposits'],
      ['payouts'],
      ['payments'],
      ['payments'],
      ['trades'],
    ]);
  });
});

describe('the clock and chance', () => {
  it('come from outside in the rooms that decide on money', () => {
    const pure = service.filter((path) =>
      [
        'money',
        'market',
        'pricing',
        'orders',
        'deposits',
        'payouts',
        'payments',
        'trades',
        'rolls',
        'catalog',
        'affiliates',
        'ledger',
        'engine',
      ].includes(roomOf(path)),
    );
    expect(
      pure
        .filter(
          (path) =>
            !/\/(market|trades)\/venues\//.test(path) &&
            /\bDate\.now\b|\bnew Date\(|\bMath\.random\b/.test(codeOf(path)),
        )
        .map(name),
    ).toEqual([]);
  });
});

describe('migrations', () => {
  const migrations = filesBelow(join(ROOT, 'packages/service/migrations'), '.sql');

  it('each begin with a sentence on why', () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.filter((path) => !/^-- [A-Z].{10,}/.test(read(path))).map(name)).toEqual([]);
  });

  it('are numbered without gaps', () => {
    const numbers = migrations
      .map((path) => Number(name(path).split('/').at(-1)?.slice(0, 4)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, n) => n + 1));
  });

  it('hold amounts in exact types alone', () => {
    const inexact = /\b(real|double precision|float\d?|money)\b(?!')/i;
    const sql = (path: string) =>
      read(path)
        .replace(/--.*$/gm, '')
        .replace(/'[^']*'/g, "''");
    expect(
      migrations.filter((path) => inexact.test(sql(path).replace(/\w*float_\w*/g, ''))).map(name),
    ).toEqual([]);
  });
});
