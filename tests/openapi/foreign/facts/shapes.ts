import { def, op } from './dsl.ts';

def('Tree<T>', '{value: T, children: Tree<T>[]}');
def('Linked', '{value: number, next: Linked | null}');
def(
  'Shape',
  "{type: 'circle', radius: number} | {type: 'square', side: number} | {type: 'path', points: [number, number][]}",
);
def('Point', '{lat: number, lng: number, label?: string}');
def('Cash', "{amount: number, currency: 'EUR'}");

const shape = (path: string, type: string): void =>
  op(`GET /shapes/${path}`, { r: { 200: type }, t: [[200, `/shapes/${path}`]] });

shape('tree', 'Tree<string>');
shape('leaves', '{leaves: string[]}');
shape('people', 'Paginated<{id: number, name: string}>');
shape('drawing', 'Shape[]');
op('GET /shapes/drawing/{index}', {
  r: { 200: 'Shape' },
  t: [
    [200, '/shapes/drawing/0'],
    [200, '/shapes/drawing/1'],
    [200, '/shapes/drawing/2'],
  ],
});
shape('flags', '{can_read: boolean, can_write: boolean}');
shape('serialized', '{id: number, name: string, born: string, email?: string, secret: string}');
shape('branded', '{id: string, friends: string[]}');
shape('enums', "{color: 'red' | 'green', level: 1 | 2, all: ('red' | 'green')[]}");
shape('intersection', "{id: number, createdAt: date, updatedAt: date | null, role: 'admin' | 'guest'}");
shape('records', 'Record<Point>');
op('GET /shapes/tuples', {
  r: { 200: '{range: [number, number], named: list, rest: list}' },
  t: [[200, '/shapes/tuples']],
});
shape('dates', '{at: date, maybe: date | null, seen?: date}');
shape('nullable', '{lat: number | null, lng: number | null, label?: string | null}');
shape('public', '{id: number, name: string, born: date, email?: string}');
shape('templates', '{key: string, width: string}');
shape('partial', '{lat?: number, lng?: number, label?: string, email: string}');
shape('cash', '{price: Cash, old: Cash[]}');
shape('sortable', "{sortable: ('id' | 'name')[], default: 'id' | 'name' | null}");
shape('sent', '{id: number, tags: string[]}');
shape('linked', 'Linked');
shape('constants', "{modes: ['fast', 'slow'], limits: {max: 10}, debug: false}");
shape('built', '{data: {built: boolean, parts: {name: string, weight: number}[]}, meta: {version: 1}}');
shape('mixed', '{value: string | number | boolean, list: (string | null)[]}');
shape('matrix', '{matrix: number[][], points: Point[]}');
shape('counts', 'Record<number>');
shape('spread', '{id: number, name: string, lat: number, lng: number, label?: string, total: number}');
shape('frozen', '{a: {b: string[]}}');
shape('pair', '[number, string]');
