// The search over the guide and the reference, and the switch between light and dark. Pages read without it.
"use strict";
const root = document.currentScript.dataset.root;
const field = document.getElementById("search");
const list = document.getElementById("results");
const shown = 30;
let index = null;
let chosen = -1;

// The index is loaded when somebody begins to search. A script, because pages may be files without a server.
function load() {
    if (index !== null) return;
    index = [];
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => {
        index = window.searchIndex.map(([title, where, place, text]) => ({
            title, where, place, text, low: title.toLowerCase(), all: (title + " " + where + " " + text).toLowerCase(),
        }));
        search();
    };
    document.head.append(script);
}

// A name or title counts more than a text, and a shorter one more than a longer one.
function score(entry, words) {
    let sum = 0;
    for (const word of words) {
        if (!entry.all.includes(word)) return 0;
        const place = entry.low.indexOf(word);
        sum += entry.low === word ? 100 : place === 0 ? 40 : place > 0 ? 20 : 1;
    }
    return sum + 5 / (1 + entry.low.length);
}

// The part of the text around the first word that was found.
function excerpt(entry, words) {
    const low = entry.text.toLowerCase();
    const place = Math.max(0, Math.min(...words.map((word) => low.indexOf(word)).filter((at) => at >= 0), low.length));
    const start = place === low.length ? 0 : Math.max(0, place - 60);
    return (start > 0 ? "… " : "") + entry.text.slice(start, start + 160);
}

function search() {
    const words = field.value.toLowerCase().replace(/\(\)/g, "").split(/\s+/).filter(Boolean);
    list.replaceChildren();
    chosen = -1;
    list.hidden = words.length === 0 || index.length === 0;
    if (list.hidden) return;
    const found = index.map((entry) => [score(entry, words), entry]).filter(([points]) => points > 0)
        .sort((a, b) => b[0] - a[0]).slice(0, shown);
    for (const [, entry] of found) {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = root + entry.place;
        for (const [name, text] of [["b", entry.title], ["small", entry.where], ["span", excerpt(entry, words)]]) {
            const part = document.createElement(name);
            part.textContent = text;
            link.append(part);
        }
        item.append(link);
        list.append(item);
    }
    if (found.length === 0) list.append(Object.assign(document.createElement("li"), { textContent: "Nothing found" }));
}

function choose(step) {
    const links = list.querySelectorAll("a");
    if (links.length === 0) return;
    chosen = (chosen + step + links.length) % links.length;
    links.forEach((link, number) => link.classList.toggle("chosen", number === chosen));
    links[chosen].scrollIntoView({ block: "nearest" });
}

// index.html?q=finish shows what the search finds.
const asked = new URLSearchParams(location.search).get("q");
if (asked) {
    field.value = asked;
    load();
}
field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); search(); });
field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
        const links = list.querySelectorAll("a");
        if (links.length > 0) location.href = links[Math.max(chosen, 0)].href;
    } else if (event.key === "Escape") {
        field.value = "";
        search();
        field.blur();
    }
});
document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
        event.preventDefault();
        field.focus();
    }
});
document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
});
list.addEventListener("click", (event) => {
    if (event.target.closest("a")) list.hidden = true;
});

// Without a choice the page follows the system.
document.getElementById("theme").addEventListener("click", () => {
    const style = document.documentElement;
    const dark = style.dataset.theme ? style.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    style.dataset.theme = dark ? "light" : "dark";
    try { localStorage.theme = style.dataset.theme; } catch (_) { /* Storage may be off. */ }
});

// On a narrow screen the contents are closed, and the place in them is in sight on a wide one.
const contents = document.querySelector(".contents-of");
if (matchMedia("(max-width: 60rem)").matches) contents.open = false;
const here = document.querySelector(".sidebar [aria-current]");
if (here && contents.open) contents.scrollTop = Math.max(0, here.offsetTop - contents.clientHeight / 2);
